"""How the rider chose to pay at booking: shown to the driver, and where the rider's payment starts from."""

from django.utils.translation import gettext_lazy as _

from apps.bookings.choices import PaymentMode
from apps.bookings.gateways import is_gateway
from apps.bookings.models import Booking
from apps.core.errors import BadInput


def put_chosen_payment(booking: Booking, *, mode: str, provider: str) -> None:
    """Store the choice; a provider goes with a card alone.

    Until it is paid, `payment_mode` is what was chosen. Raises BadInput no_provider_found.
    """
    chosen = provider if mode == PaymentMode.CARD else ""
    if chosen and not is_gateway(chosen):
        sentence = _("This payment method isn't available.")
        raise BadInput("no_provider_found", sentence, fields={"payment_provider": sentence})
    booking.chosen_payment, booking.chosen_gateway = mode, chosen
    booking.payment_mode = mode
