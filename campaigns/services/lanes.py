"""One run at a time on a lane (R7.4): the database refuses a second one, and the error names the first."""

from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.models import Order, Run
from campaigns.queries.runs import orders_for_runs

LANE_CONSTRAINT = "one_run_at_a_time_on_a_lane"


def lanes_of_order(order: Order) -> int:
    """How many runs an order carries at once: its batches side by side, times the GPUs of each."""
    return order.side_by_side * order.package.gpus_per_batch


def check_lane(run: Run) -> None:
    """Refuse a lane that the order does not have, and one that another run holds at this time."""
    if run.order is None:
        if run.lane is not None:
            raise ValidationError({"lane": _("A lane belongs to an order. Choose the order too.")})
        return
    if not orders_for_runs(run.campaign).filter(pk=run.order.pk).exists():
        raise ValidationError({"order": _("This order is not one of the campaign's.")})
    if run.lane is not None and run.lane >= lanes_of_order(run.order):
        raise ValidationError({"lane": _("The order %(order)s has no such lane.") % {"order": run.order}})
    if other := other_run_on_lane(run):
        raise occupied(other)


def other_run_on_lane(run: Run) -> Run | None:
    """The run that holds the lane at some moment between this one's start and end."""
    if run.order is None or run.lane is None or run.started_at is None:
        return None
    others = Run.objects.filter(order=run.order, lane=run.lane, started_at__isnull=False)
    if run.pk:
        others = others.exclude(pk=run.pk)
    if run.ended_at is not None:
        others = others.filter(started_at__lt=run.ended_at)
    return others.filter(Q(ended_at=None) | Q(ended_at__gt=run.started_at)).order_by("started_at").first()


def occupied(other: Run) -> ValidationError:
    """The refusal that names the run on the lane."""
    text = _("%(run)s occupies this lane from %(start)s to %(end)s. Two runs cannot share it.")
    start = _written(other.started_at) if other.started_at else ""
    end = _written(other.ended_at) if other.ended_at else _("an end not recorded yet")
    return ValidationError({"lane": text % {"run": other.identifier, "start": start, "end": end}})


def _written(moment: datetime) -> str:
    return timezone.localtime(moment).strftime("%Y-%m-%d %H:%M %Z")


def save_run(run: Run) -> None:
    """Check everything and save; a run that was faster onto the lane is named, whoever recorded it."""
    check_lane(run)
    run.full_clean(exclude={"booked_order"})
    try:
        with transaction.atomic():
            run.save()
    except IntegrityError as error:
        other = other_run_on_lane(run)
        if LANE_CONSTRAINT not in str(error) or other is None:
            raise
        raise occupied(other) from error
