"""Upload paths for forms of the Django admin; the services build their own."""

from typing import Any

from apps.core.files.stored_files import document_name, photo_name, unclaimed_document_name


def photo_path(user: Any, filename: str) -> str:
    return photo_name(user.pk or 0)


def document_path(profile: Any, filename: str) -> str:
    return document_name(profile.user_id)


def unclaimed_document_path(upload: Any, filename: str) -> str:
    return unclaimed_document_name()


def driver_document_path(document: Any, filename: str) -> str:
    return document_name(document.driver_id)
