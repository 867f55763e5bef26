"""The SMS to a delivery's recipient with the code and the tracking link, sent when the driver leaves the
pickup.

Until then the code can change with the driver (`renew_otp`), so the recipient gets only the final one.
"""

from typing import Final

from django.utils.translation import gettext, override

from apps.accounts.phone_numbers.countries import home_country, typed_mobile
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.bookings.state_machine.transitions import TransitionContext
from apps.core.languages import django_language, platform_language
from apps.core.outbox import events
from apps.core.platform import platform_settings

TEXT_RECIPIENT: Final = "bookings.text_recipient"
TEMPLATE: Final = "recipient"
USEFUL_SECONDS: Final = 7200


def text_recipient(context: TransitionContext) -> None:
    """Enqueue the text message; one key per code, so that a retried job sends it once."""
    booking = context.booking
    if booking.is_delivery:
        key = f"booking:{booking.pk}:recipient:{booking.version}"
        events.enqueue(TEXT_RECIPIENT, key=key, booking_id=booking.pk)


def recipient_mobile(booking: Booking) -> str | None:
    """Return the recipient's number in E.164, or None if it is invalid or the driver's own.

    The driver must not receive the code that confirms the delivery.
    """
    mobile = typed_mobile(booking.delivery_person_phone, home=home_country(platform_settings()))
    driver = booking.driver.mobile if booking.driver else None
    return None if mobile in (driver, booking.driver_contact) else mobile


def is_on_its_way(booking: Booking) -> bool:
    """Return whether the parcel is on its way."""
    return booking.is_delivery and booking.status == Status.STARTED


def recipient_text(booking: Booking, *, link: str) -> str:
    """Return the message in the platform's language."""
    with override(django_language(platform_language())):
        values = {"app_name": platform_settings().app_name, "code": booking.otp, "link": link}
        if not booking.otp:
            return gettext("%(app_name)s: a parcel is on its way to you. Track it: %(link)s") % values
        return (
            gettext(
                "%(app_name)s: a parcel is on its way to you. Give the driver this code when you get it: "
                "%(code)s. Track it: %(link)s"
            )
            % values
        )
