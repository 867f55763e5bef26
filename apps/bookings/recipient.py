"""The delivery's code and a link to follow it, texted to the recipient when the driver sets off.

Up to then the code may change with the driver (`renew_otp`): the recipient gets the one that counts, once.
"""

from typing import Final

from django.utils.translation import gettext, override

from apps.accounts.countries import home_country, typed_mobile
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.bookings.transitions import TransitionContext
from apps.core import events
from apps.core.languages import django_language, platform_language
from apps.core.platform import platform_settings

TEXT_RECIPIENT: Final = "bookings.text_recipient"
TEMPLATE: Final = "recipient"
USEFUL_SECONDS: Final = 7200


def text_recipient(context: TransitionContext) -> None:
    """One key per code: a job that runs twice texts once, a renewed code is texted again."""
    booking = context.booking
    if booking.is_delivery:
        key = f"booking:{booking.pk}:recipient:{booking.version}"
        events.enqueue(TEXT_RECIPIENT, key=key, booking_id=booking.pk)


def recipient_mobile(booking: Booking) -> str | None:
    """The recipient's number in E.164; None where it can be no number, or is the driver's own.

    The driver must not read the code that hands the parcel over.
    """
    mobile = typed_mobile(booking.delivery_person_phone, home=home_country(platform_settings()))
    driver = booking.driver.mobile if booking.driver else None
    return None if mobile in (driver, booking.driver_contact) else mobile


def still_to_come(booking: Booking) -> bool:
    """The parcel is on its way: what the message says is true."""
    return booking.is_delivery and booking.status == Status.STARTED


def recipient_text(booking: Booking, *, link: str) -> str:
    """The message in the platform's language."""
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
