"""Choices of chat messages, and the booking statuses in which a chat is open."""

from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _

from apps.bookings.choices import Status


class Source(models.TextChoices):
    """The sender's role, by the values of the user types."""

    RIDER = "rider", _("Rider")
    DRIVER = "driver", _("Driver")


OPEN: Final = (Status.ACCEPTED, Status.ARRIVED, Status.STARTED, Status.REACHED, Status.PENDING)
"""Rider and driver can write from the acceptance until the payment."""
