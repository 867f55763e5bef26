"""Every gateway that is played; a new one is added here."""

from typing import Final

from embedded.gateways.base import Gateway
from embedded.gateways.braintree import Braintree
from embedded.gateways.culqi import Culqi
from embedded.gateways.flutterwave import Flutterwave
from embedded.gateways.liqpay import Liqpay
from embedded.gateways.mercadopago import MercadoPago
from embedded.gateways.payfast import Payfast
from embedded.gateways.paypal import Paypal
from embedded.gateways.paystack import Paystack
from embedded.gateways.paytm import Paytm
from embedded.gateways.payulatam import PayuLatam
from embedded.gateways.securepay import SecurePay
from embedded.gateways.stripe import Stripe

GATEWAYS: Final[tuple[type[Gateway], ...]] = (
    Braintree,
    Culqi,
    Flutterwave,
    Liqpay,
    MercadoPago,
    Payfast,
    Paypal,
    Paystack,
    Paytm,
    PayuLatam,
    SecurePay,
    Stripe,
)
