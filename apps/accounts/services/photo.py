"""A person's photograph, which everyone may see who rides with them."""

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction

from apps.accounts.models import User
from apps.core.files.stored_files import forget_file, photo_name, store_file
from apps.core.files.uploads import PHOTO, clean_image
from apps.core.media import PUBLIC
from apps.core.outbox import events


def set_photo(*, user_id: int, file: "UploadedFile[bytes]") -> None:
    """Keep a square picture of ours instead of the one before.

    Raises BadInput image_invalid, TooLarge image_too_large, Unavailable when the storage does not answer.
    """
    name = store_file(PUBLIC, photo_name(user_id), clean_image(file, PHOTO))
    keep_photo(user_id, name)


def remove_photo(*, user_id: int) -> None:
    """Forget the photograph; nothing happens where there is none."""
    keep_photo(user_id, "")


@transaction.atomic
def keep_photo(user_id: int, name: str) -> None:
    """Show a stored picture instead of the one before, whose file goes; none for an empty name."""
    user = User.objects.select_for_update(no_key=True).get(pk=user_id)
    before = user.profile_image.name or ""
    if before == name:
        return
    user.profile_image = name
    user.save(update_fields=["profile_image"])
    forget_file(PUBLIC, before)
    events.publish(f"user:{user_id}", "profile.changed", {})
