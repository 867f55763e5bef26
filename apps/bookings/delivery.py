"""What a delivery asks beside a ride: who receives it, and pictures at both ends."""

import re
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy as _

from apps.bookings.choices import Photo, Status
from apps.bookings.models import Booking
from apps.bookings.transitions import TransitionContext, wrong_status
from apps.core.errors import BadInput, Conflict, Sentence
from apps.core.media import PRIVATE
from apps.core.platform import Platform
from apps.core.stored_files import forget_file

PHONE: Final = re.compile(r"\+?[0-9\s-]{7,}(?:\s*(?:#|x\.?|ext\.?|extension)\s*[0-9]+)?")
"""Document 1 section 5: seven digits, spaces or hyphens or more, perhaps an extension; a + may lead."""
PHONE_LONGER_THAN: Final = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """To whom a parcel goes, and what its driver should know."""

    delivery_person: str = ""
    delivery_person_phone: str = ""
    pickup_instructions: str = ""
    delivery_instructions: str = ""


NO_DETAILS: Final = Details()


def require_details(details: Details, *, by_admin: bool) -> None:
    """Somebody can be called at the drop; who books for another says for whom it is.

    Raises BadInput deliveryDetailMissing with the fields.
    """
    phone = details.delivery_person_phone.strip()
    fields: dict[str, Sentence] = {}
    is_phone = PHONE.fullmatch(phone) is not None and any("0" <= digit <= "9" for digit in phone)
    if len(phone) <= PHONE_LONGER_THAN or not is_phone:
        fields["delivery_person_phone"] = _("Enter a phone number with at least seven digits.")
    if by_admin and not details.delivery_person.strip():
        fields["delivery_person"] = _("Required")
    if fields:
        raise BadInput("deliveryDetailMissing", _("Enter the recipient."), fields=fields)


def apply_details(booking: Booking, details: Details) -> None:
    booking.delivery_person = details.delivery_person.strip()
    booking.delivery_person_phone = details.delivery_person_phone.strip()
    booking.pickup_instructions = details.pickup_instructions.strip()
    booking.delivery_instructions = details.delivery_instructions.strip()


def needed_photo(booking: Booking, settings: Platform) -> Photo | None:
    """The picture without which the driver's next move is refused."""
    if not booking.is_delivery:
        return None
    wants_pickup = settings.allow_delivery_pickup_image_capture and not booking.pickup_image
    wants_deliver = settings.allow_final_delivery_image_capture and not booking.deliver_image
    if booking.status == Status.ARRIVED and wants_pickup:
        return Photo.PICKUP
    if booking.status == Status.STARTED and wants_deliver:
        return Photo.DELIVER
    return None


def may_still_be_cancelled(booking: Booking, settings: Platform) -> bool:
    """Not once the driver has the parcel, and a picture of it."""
    return not booking.pickup_image


def only_an_admin_may_cancel(booking: Booking, settings: Platform) -> bool:
    """A parcel that was pictured and goes nowhere (docs/decisions/0028)."""
    return not may_still_be_cancelled(booking, settings)


def refuse_once_picked_up(booking: Booking) -> None:
    """Raises Conflict too_late_to_cancel."""
    if booking.pickup_image:
        sentence = _("The parcel has been picked up. It's too late to cancel.")
        raise Conflict("too_late_to_cancel", sentence)


# -- guards ------------------------------------------------------------------------------------


def is_a_delivery(context: TransitionContext) -> None:
    if not context.booking.is_delivery:
        raise Conflict("wrong_status", _("This booking isn't a delivery."))


def photo_was_taken(context: TransitionContext) -> None:
    """The picture that the settings ask for at this end is there."""
    photo = needed_photo(context.booking, context.settings)
    if photo is not None:
        raise Conflict("image_required", _("Take a photo of the parcel first."))


def parcel_is_not_picked_up(context: TransitionContext) -> None:
    refuse_once_picked_up(context.booking)


def parcel_is_picked_up(context: TransitionContext) -> None:
    """Until then the driver gives the booking back, or is lost: it does not end."""
    if not context.booking.pickup_image:
        raise wrong_status(context)


# -- effects -----------------------------------------------------------------------------------


def save_pickup_image(context: TransitionContext) -> None:
    _keep(context, "pickup_image")


def save_delivery_image(context: TransitionContext) -> None:
    _keep(context, "deliver_image")


def _keep(context: TransitionContext, field: str) -> None:
    """Instead of the one before, whose file goes."""
    before = getattr(context.booking, field).name or ""
    setattr(context.booking, field, context.inputs.image)
    if before != context.inputs.image:
        forget_file(PRIVATE, before)
