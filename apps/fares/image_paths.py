"""Where the pictures of car types go, for the forms of the Django admin too; migrations know these names."""

import secrets
from typing import Any

from apps.core.files.uploads import SUFFIX


def car_image_name() -> str:
    """A new name, so that no browser shows the picture of before."""
    return f"car-types/{secrets.token_urlsafe(16)}{SUFFIX}"


def car_image_path(car_type: Any, filename: str) -> str:
    return car_image_name()
