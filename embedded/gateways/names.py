"""Every gateway that is played; a new one is added here."""

from typing import Final

from embedded.gateways.base import Gateway
from embedded.gateways.paystack import Paystack

GATEWAYS: Final[tuple[type[Gateway], ...]] = (Paystack,)
