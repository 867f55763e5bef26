"""Every gateway that is played; a new one is added here."""

from typing import Final

from embedded.gateways.base import Gateway
from embedded.gateways.flutterwave import Flutterwave
from embedded.gateways.payfast import Payfast
from embedded.gateways.paystack import Paystack
from embedded.gateways.paytm import Paytm
from embedded.gateways.stripe import Stripe

GATEWAYS: Final[tuple[type[Gateway], ...]] = (
    Flutterwave,
    Payfast,
    Paystack,
    Paytm,
    Stripe,
)
