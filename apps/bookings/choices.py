"""Choices of the booking models, and groups of statuses."""

from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _


class Status(models.TextChoices):
    PAYMENT_PENDING = "PAYMENT_PENDING", _("Payment Pending")
    NEW = "NEW", _("New")
    ACCEPTED = "ACCEPTED", _("Accepted")
    ARRIVED = "ARRIVED", _("Arrived")
    STARTED = "STARTED", _("Started")
    REACHED = "REACHED", _("Reached")
    PENDING = "PENDING", _("Pending")
    PAID = "PAID", _("Paid")
    COMPLETE = "COMPLETE", _("Complete")
    CANCELLED = "CANCELLED", _("Cancelled")


ENDED: Final = (Status.COMPLETE, Status.CANCELLED)
ACTIVE: Final = tuple(status for status in Status if status not in ENDED)

ON_TRIP: Final = (Status.ACCEPTED, Status.ARRIVED, Status.STARTED, Status.REACHED)
"""The driver is busy with this booking and no other."""

TRACKED: Final = (Status.ACCEPTED, Status.ARRIVED, Status.STARTED)
"""The car is driving to or with the rider: its position is shown and stored."""

WITHOUT_DRIVER: Final = (Status.PAYMENT_PENDING, Status.NEW)

UNPAID: Final = (Status.REACHED, Status.PENDING)
"""The trip is over but not paid."""

SETTLED: Final = (Status.PAID, Status.COMPLETE)


class OfferState(models.TextChoices):
    OFFERED = "offered", _("Offered")
    ACCEPTED = "accepted", _("Accepted")
    DECLINED = "declined", _("Declined")
    """Declined, or accepted and then cancelled by the driver: not offered to this driver again."""
    EXPIRED = "expired", _("Expired")
    WITHDRAWN = "withdrawn", _("Withdrawn")
    UNASSIGNED = "unassigned", _("Unassigned")
    """Accepted, then removed by staff: dispatch does not offer it again, but staff can assign this driver."""


class PaymentMode(models.TextChoices):
    """How a trip was paid."""

    CASH = "cash", _("Cash")
    WALLET = "wallet", _("Wallet")
    CARD = "card", _("Card")
    OTHER = "other", _("Other")
    """Bank transfer, voucher and the like; recorded by staff."""
    WRITTEN_OFF = "written_off", _("Written Off")
    """Not paid: staff wrote off the amount due."""


CHOSEN_MODES: Final = [
    (mode.value, mode.label) for mode in (PaymentMode.CASH, PaymentMode.WALLET, PaymentMode.CARD)
]
"""The modes that riders can choose."""
RECORDED_MODES: Final = (PaymentMode.CASH, PaymentMode.OTHER)
"""The modes that staff can record."""


class DistanceSource(models.TextChoices):
    """How the charged distance was determined."""

    ESTIMATE = "estimate", _("Estimate")
    DRIVE_TIME = "drive_time", _("Drive Time")
    MULTI_WAYPOINT = "multi_waypoint", _("Multi Waypoint")
    GREAT_CIRCLE = "great_circle", _("Great Circle")


class Stage(models.TextChoices):
    """The transitions that can require a trip code."""

    START = "start"
    REACH = "reach"


class Photo(models.TextChoices):
    """The photos that a driver takes of a parcel."""

    PICKUP = "pickup"
    DELIVER = "deliver"


class Role(models.TextChoices):
    """Who changed a booking: one of the four user types, or the platform."""

    RIDER = "rider", _("Rider")
    DRIVER = "driver", _("Driver")
    FLEET_ADMIN = "fleetadmin", _("Fleet Admin")
    ADMIN = "admin", _("Admin")
    SYSTEM = "system", _("System")


class ReplayState(models.TextChoices):
    QUEUED = "queued", _("Queued")
    RUNNING = "running", _("Running")
    DONE = "done", _("Done")
    FAILED = "failed", _("Failed")
