"""The payment method that the rider chose at booking; shown to the driver and preselected at payment."""

from django.utils.translation import gettext_lazy as _

from apps.bookings.choices import PaymentMode
from apps.bookings.models import Booking
from apps.bookings.payment.gateways import is_gateway
from apps.core.errors import BadInput


def set_chosen_payment(booking: Booking, *, mode: str, provider: str) -> None:
    """Set the chosen method; only a card has a provider.

    Until the trip is paid, `payment_mode` is the chosen method. Raises BadInput no_provider_found.
    """
    chosen = provider if mode == PaymentMode.CARD else ""
    if chosen and not is_gateway(chosen):
        sentence = _("This payment method isn't available.")
        raise BadInput("no_provider_found", sentence, fields={"payment_provider": sentence})
    booking.chosen_payment, booking.chosen_gateway = mode, chosen
    booking.payment_mode = mode
