"""Pictures of a parcel, where it is picked up and where it is delivered; only signed addresses show them."""

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

MOVES: Final = {Photo.PICKUP: "photograph_pickup", Photo.DELIVER: "photograph_delivery"}


def require_photo_possible(*, booking_id: int, photo: Photo, by: User) -> None:
    """Raises NotFound, Forbidden, Conflict wrong_status before a picture is even looked at."""
    require_possible(MOVES[photo], booking_id=booking_id, by=by)


def keep_photo(*, booking_id: int, photo: Photo, file: "UploadedFile[bytes]", by: User) -> Booking:
    """Keep the driver's picture instead of the one before; at the pickup, or on the way to the drop.

    Raises as `require_photo_possible`; BadInput image_invalid, TooLarge image_too_large, Unavailable when
    the storage does not answer.
    """
    require_photo_possible(booking_id=booking_id, photo=photo, by=by)
    name = store_file(PRIVATE, booking_image_name(booking_id, photo), clean_image(file, DOCUMENT))
    return apply_transition(MOVES[photo], booking_id=booking_id, by=by, inputs=TransitionInput(image=name))
