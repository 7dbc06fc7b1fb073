from pricing.models.package import Package
from pricing.models.price import Price
from pricing.models.provider import Provider

__all__ = ["Package", "Price", "Provider"]
