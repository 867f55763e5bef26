"""What deliveries have and rides do not: a recipient, instructions and photos of the parcel."""

import re
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy as _

from apps.bookings.choices import Photo, Status
from apps.bookings.models import Booking
from apps.bookings.state_machine.transitions import TransitionContext, wrong_status
from apps.core.errors import BadInput, Conflict, Sentence
from apps.core.files.stored_files import delete_file_after_commit
from apps.core.media import PRIVATE
from apps.core.platform import Platform

PHONE: Final = re.compile(r"\+?[0-9\s-]{7,}(?:\s*(?:#|x\.?|ext\.?|extension)\s*[0-9]+)?")
"""Document 1, section 5: at least seven digits, spaces or hyphens, with an optional + and extension."""
PHONE_LONGER_THAN: Final = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """The recipient of a parcel and the instructions for its driver."""

    delivery_person: str = ""
    delivery_person_phone: str = ""
    pickup_instructions: str = ""
    delivery_instructions: str = ""


NO_DETAILS: Final = Details()


def require_details(details: Details, *, by_admin: bool) -> None:
    """Require a recipient's phone, and a name if an admin books.

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
    """Return the photo that the driver's next transition requires, or None."""
    if not booking.is_delivery:
        return None
    needs_pickup = settings.allow_delivery_pickup_image_capture and not booking.pickup_image
    needs_deliver = settings.allow_final_delivery_image_capture and not booking.deliver_image
    if booking.status == Status.ARRIVED and needs_pickup:
        return Photo.PICKUP
    if booking.status == Status.STARTED and needs_deliver:
        return Photo.DELIVER
    return None


def may_still_be_cancelled(booking: Booking, settings: Platform) -> bool:
    """A delivery cannot be cancelled after the photo at the pickup."""
    return not booking.pickup_image


def only_an_admin_may_cancel(booking: Booking, settings: Platform) -> bool:
    """Only an admin can cancel a parcel that was picked up but cannot be delivered (docs/decisions/0028)."""
    return not may_still_be_cancelled(booking, settings)


def refuse_once_picked_up(booking: Booking) -> None:
    """Raise Conflict too_late_to_cancel if the parcel was picked up."""
    if booking.pickup_image:
        sentence = _("The parcel has been picked up. It's too late to cancel.")
        raise Conflict("too_late_to_cancel", sentence)


# -- guards ------------------------------------------------------------------------------------


def is_a_delivery(context: TransitionContext) -> None:
    if not context.booking.is_delivery:
        raise Conflict("wrong_status", _("This booking isn't a delivery."))


def photo_was_taken(context: TransitionContext) -> None:
    """Require the photo that the settings demand at this transition."""
    photo = needed_photo(context.booking, context.settings)
    if photo is not None:
        raise Conflict("image_required", _("Take a photo of the parcel first."))


def parcel_is_not_picked_up(context: TransitionContext) -> None:
    refuse_once_picked_up(context.booking)


def parcel_is_picked_up(context: TransitionContext) -> None:
    """Before the pickup, the driver cancels or times out and the booking stays open."""
    if not context.booking.pickup_image:
        raise wrong_status(context)


# -- effects -----------------------------------------------------------------------------------


def save_pickup_image(context: TransitionContext) -> None:
    _save_image(context, "pickup_image")


def save_delivery_image(context: TransitionContext) -> None:
    _save_image(context, "deliver_image")


def _save_image(context: TransitionContext, field: str) -> None:
    """Store the image in place of the previous one, whose file is deleted."""
    before = getattr(context.booking, field).name or ""
    setattr(context.booking, field, context.inputs.image)
    if before != context.inputs.image:
        delete_file_after_commit(PRIVATE, before)
