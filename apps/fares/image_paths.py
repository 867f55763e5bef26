"""Paths of car types' images; migrations import these functions."""

import secrets
from typing import Any

from apps.core.files.uploads import SUFFIX


def car_image_name() -> str:
    """Return a new name, so that browsers do not show a cached image."""
    return f"car-types/{secrets.token_urlsafe(16)}{SUFFIX}"


def car_image_path(car_type: Any, filename: str) -> str:
    return car_image_name()
