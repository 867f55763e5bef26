"""The SMS with the link to a booking, for riders who do not use the app."""

from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import DeviceSession
from apps.bookings.models import Booking
from apps.bookings.state_machine.transitions import TransitionContext
from apps.core.errors import BadInput
from apps.core.languages import django_language, platform_language
from apps.core.outbox import events
from apps.core.platform import platform_settings

TEXT_GUEST: Final = "bookings.text_guest"
TEMPLATE: Final = "guest"
USEFUL_SECONDS: Final = 7200


def text_guest(context: TransitionContext) -> None:
    """Enqueue the text message of a booking that staff made, or of a street trip with a phone number."""
    booking = context.booking
    has_guest = booking.booking_type_admin or (booking.street_trip and bool(booking.customer_contact))
    if has_guest and context.settings.guest_links:
        events.enqueue(TEXT_GUEST, key=f"booking:{booking.pk}:guest", booking_id=booking.pk)


@transaction.atomic
def request_guest_text(*, booking_id: int) -> None:
    """Enqueue the message, also to a user of the app. Raises BadInput invalid without a number."""
    booking = Booking.objects.select_related("customer").get(pk=booking_id)
    if guest_mobile(booking, requested=True) is None:
        sentence = _("This rider has no phone number.")
        raise BadInput("invalid", sentence, fields={"customer": sentence})
    key = f"booking:{booking_id}:guest:{timezone.now().isoformat()}"
    events.enqueue(TEXT_GUEST, key=key, booking_id=booking_id, requested=True)


def guest_mobile(booking: Booking, *, requested: bool) -> str | None:
    """Return the rider's number in E.164; None without one, and for users of the app."""
    if booking.street_trip:
        return booking.customer_contact or None
    rider = booking.customer
    if not requested and DeviceSession.objects.filter(user=rider).exists():
        return None
    return rider.mobile or None


def guest_message(booking: Booking, *, link: str) -> str:
    """Return the message in the rider's language."""
    language = booking.customer.language or platform_language()
    settings = platform_settings()
    with override(django_language(language)):
        values = {"app_name": settings.app_name, "reference": booking.reference, "link": link}
        if booking.street_trip:
            return gettext("%(app_name)s: your trip %(reference)s. Follow it: %(link)s") % values
        if not booking.book_later:
            return gettext("%(app_name)s: booking %(reference)s. Follow or cancel it: %(link)s") % values
        at = timezone.localtime(booking.trip_date, settings.tz)
        values["time"] = date_format(at, "SHORT_DATETIME_FORMAT")
        return (
            gettext("%(app_name)s: booking %(reference)s for %(time)s. Follow or cancel it: %(link)s")
            % values
        )
