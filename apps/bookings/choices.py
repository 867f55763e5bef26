"""The words of a booking, and the sets of statuses that mean something together."""

from typing import Final

from django.db import models


class Status(models.TextChoices):
    PAYMENT_PENDING = "PAYMENT_PENDING"
    NEW = "NEW"
    ACCEPTED = "ACCEPTED"
    ARRIVED = "ARRIVED"
    STARTED = "STARTED"
    REACHED = "REACHED"
    PENDING = "PENDING"
    PAID = "PAID"
    COMPLETE = "COMPLETE"
    CANCELLED = "CANCELLED"


ENDED: Final = (Status.COMPLETE, Status.CANCELLED)
ACTIVE: Final = tuple(status for status in Status if status not in ENDED)

ON_TRIP: Final = (Status.ACCEPTED, Status.ARRIVED, Status.STARTED, Status.REACHED)
"""The driver is busy with this booking, and with no other."""

TRACKED: Final = (Status.ACCEPTED, Status.ARRIVED, Status.STARTED)
"""The car is on its way, to the rider or with the rider: its position is shown and stored."""

WITHOUT_DRIVER: Final = (Status.PAYMENT_PENDING, Status.NEW)

UNPAID: Final = (Status.REACHED, Status.PENDING)
"""The trip is over and waits for its money."""

SETTLED: Final = (Status.PAID, Status.COMPLETE)


class OfferState(models.TextChoices):
    OFFERED = "offered"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    """Refused, or accepted and given back: this driver is not asked for this booking again."""
    EXPIRED = "expired"
    WITHDRAWN = "withdrawn"
    UNASSIGNED = "unassigned"
    """Accepted, then removed by staff: not offered again by dispatch, but staff may choose this driver."""


class PaymentMode(models.TextChoices):
    """How a trip was paid."""

    CASH = "cash"
    WALLET = "wallet"
    CARD = "card"
    OTHER = "other"
    """Bank transfer, voucher and the like; recorded by staff."""
    WRITTEN_OFF = "written_off"
    """Not at all: staff wrote off what was left to pay."""


CHOSEN_MODES: Final = [
    (mode.value, mode.label) for mode in (PaymentMode.CASH, PaymentMode.WALLET, PaymentMode.CARD)
]
"""Those that a rider may choose."""
RECORDED_MODES: Final = (PaymentMode.CASH, PaymentMode.OTHER)
"""Those that staff may record."""


class DistanceSource(models.TextChoices):
    """How the distance that was charged came to be known."""

    ESTIMATE = "estimate"
    DRIVE_TIME = "drive_time"
    MULTI_WAYPOINT = "multi_waypoint"
    GREAT_CIRCLE = "great_circle"


class Stage(models.TextChoices):
    """The ends of a trip, by the moves that make them: where a code is asked."""

    START = "start"
    REACH = "reach"


class Photo(models.TextChoices):
    """The pictures that a driver takes of a parcel."""

    PICKUP = "pickup"
    DELIVER = "deliver"


class Role(models.TextChoices):
    """Who moved a booking: one of the four kinds of user, or the platform itself."""

    RIDER = "rider"
    DRIVER = "driver"
    FLEET_ADMIN = "fleetadmin"
    ADMIN = "admin"
    SYSTEM = "system"
