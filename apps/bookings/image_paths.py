"""Paths of a booking's images; migrations import these functions."""

from typing import Any

from apps.core.files.stored_files import booking_image_name


def pickup_image_path(booking: Any, filename: str) -> str:
    return booking_image_name(booking.pk or 0, "pickup")


def deliver_image_path(booking: Any, filename: str) -> str:
    return booking_image_name(booking.pk or 0, "deliver")
