"""Photos of a parcel at its pickup and delivery, readable only by signed URL."""

from typing import Final

from django.core.files.uploadedfile import UploadedFile

from apps.accounts.models import User
from apps.bookings.choices import Photo
from apps.bookings.models import Booking
from apps.bookings.state_machine.machine import apply_transition, require_possible
from apps.bookings.state_machine.transitions import TransitionInput
from apps.core.files.stored_files import booking_image_name, store_file
from apps.core.files.uploads import DOCUMENT, clean_image
from apps.core.media import PRIVATE

TRANSITIONS: Final = {Photo.PICKUP: "photograph_pickup", Photo.DELIVER: "photograph_delivery"}


def require_photo_possible(*, booking_id: int, photo: Photo, by: User) -> None:
    """Raise NotFound, Forbidden, Conflict wrong_status before the image is processed."""
    require_possible(TRANSITIONS[photo], booking_id=booking_id, by=by)


def save_photo(*, booking_id: int, photo: Photo, file: "UploadedFile[bytes]", by: User) -> Booking:
    """Store the driver's photo in place of the previous one, at the pickup or during the delivery.

    Raises the errors of `require_photo_possible`, BadInput image_invalid, TooLarge image_too_large,
    Unavailable if the storage fails.
    """
    require_photo_possible(booking_id=booking_id, photo=photo, by=by)
    name = store_file(PRIVATE, booking_image_name(booking_id, photo), clean_image(file, DOCUMENT))
    return apply_transition(
        TRANSITIONS[photo], booking_id=booking_id, by=by, inputs=TransitionInput(image=name)
    )
