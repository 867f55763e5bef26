"""The words of a chat, and the statuses of a booking in which it is open."""

from typing import Final

from django.db import models

from apps.bookings.choices import Status


class Source(models.TextChoices):
    """The sender's role; the two words are those of the user types."""

    RIDER = "rider"
    DRIVER = "driver"


OPEN: Final = (Status.ACCEPTED, Status.ARRIVED, Status.STARTED, Status.REACHED, Status.PENDING)
"""From the acceptance until the money is settled, the two may write."""
