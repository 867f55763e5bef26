"""Profile photos, visible to everyone on a trip with the user."""

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction

from apps.accounts.models import User
from apps.core.files.stored_files import delete_file_after_commit, photo_name, store_file
from apps.core.files.uploads import PHOTO, clean_image
from apps.core.media import PUBLIC
from apps.core.outbox import events


def set_photo(*, user_id: int, file: "UploadedFile[bytes]") -> None:
    """Replace a user's photo with a square copy of the image.

    Raises BadInput image_invalid, TooLarge image_too_large, Unavailable if the storage does not answer.
    """
    name = store_file(PUBLIC, photo_name(user_id), clean_image(file, PHOTO))
    replace_photo(user_id, name)


def remove_photo(*, user_id: int) -> None:
    """Delete the photo, if there is one."""
    replace_photo(user_id, "")


@transaction.atomic
def replace_photo(user_id: int, name: str) -> None:
    """Make a stored file the user's photo and delete the previous one; "" removes the photo."""
    user = User.objects.select_for_update(no_key=True).get(pk=user_id)
    previous = user.profile_image.name or ""
    if previous == name:
        return
    user.profile_image = name
    user.save(update_fields=["profile_image"])
    delete_file_after_commit(PUBLIC, previous)
    events.publish(f"user:{user_id}", "profile.changed", {})
