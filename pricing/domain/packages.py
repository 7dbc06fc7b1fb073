"""A provider's unit of sale (R4.1, R4.2, R4.6): its price covers its whole duration and is never broken up.

Worked: one RTX 4090 batch of 3 days costs 47.14 USD, two cost 94.28 USD. A B200 batch holds two GPUs: it
costs one price and gives two lanes.
"""

from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal

from pricing.domain.money import Money, Undefined
from teams.domain.message import Message, gettext_noop


@dataclass(frozen=True)
class Package:
    """One package; a price or duration that the source does not state is ``None``, never a guess (R4.6).

    Memory is that of one GPU. It is never divided by, multiplied with or added up over the GPUs of a batch.
    """

    sku: str
    name: str
    provider: str
    gpu_model: str
    gpus_per_batch: int
    memory_per_gpu_gb: Decimal
    duration: timedelta | None
    price: Money | None

    def __post_init__(self) -> None:
        if self.gpus_per_batch < 1:
            raise ValueError("a batch holds at least one GPU")
        if self.memory_per_gpu_gb <= 0:
            raise ValueError("memory per GPU is positive")
        if self.duration is not None and self.duration <= timedelta(0):
            raise ValueError("a duration is positive")
        if self.price is not None and self.price.amount < 0:
            raise ValueError("a price is not negative")

    @property
    def is_priced(self) -> bool:
        """Say whether the source states a price."""
        return self.price is not None

    @property
    def can_be_compared(self) -> bool:
        """Say whether price and duration are both stated; otherwise it cannot win a comparison (R4.6)."""
        return self.price is not None and self.duration is not None

    def cost(self, batches: int) -> Money | Undefined:
        """Multiply the price by the batches, whatever the GPUs in one (R4.2): 2 x 47.14 USD are 94.28 USD."""
        if batches < 1:
            raise ValueError("an order holds at least one batch")
        if self.price is None:
            return Undefined(
                None,
                (Message(gettext_noop("The price of %(package)s is not stated."), {"package": self.name}),),
            )
        return self.price * batches

    def lanes(self, side_by_side: int) -> int:
        """Count the GPUs of batches that stand side by side: one B200 batch gives two lanes."""
        return self.gpus_per_batch * side_by_side
