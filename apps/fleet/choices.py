from django.db import models
from django.utils.translation import gettext_lazy as _


class Subject(models.TextChoices):
    """Whose document a requirement names."""

    DRIVER = "driver", _("Driver")
    VEHICLE = "vehicle", _("Vehicle")


class Effect(models.TextChoices):
    """What a missing or expired document does."""

    BLOCKS = "blocks", _("Blocks trips")
    WARNS = "warns", _("Warns")


class LimitReason(models.TextChoices):
    """What ends a driver's time to work."""

    DOCUMENTS_MISSING = "documents_missing"
    DOCUMENTS_EXPIRED = "documents_expired"
    VEHICLE_RETURNED = "vehicle_returned"
    """The assignment of the vehicle is over."""
    SHIFT_OVER = "shift_over"
    ON_BREAK = "on_break"
    BREAK_DUE = "break_due"


class RequirementState(models.TextChoices):
    """How a required document stands."""

    MISSING = "missing"
    SUBMITTED = "submitted"
    """Waits for review."""
    REJECTED = "rejected"
    VALID = "valid"
    EXPIRING = "expiring"
    EXPIRED = "expired"


class QueueEnd(models.TextChoices):
    """Why a driver's place in the queue of a rank ended."""

    LEFT = "left", _("Left the queue")
    LEFT_AREA = "left_area", _("Left the area")
    OFFLINE = "offline", _("Went offline")
    BOOKING = "booking", _("Took a booking")
    DECLINED = "declined", _("Declined two offers")
    REMOVED = "removed", _("Removed by an admin")
    CLOSED = "closed", _("The rank was closed")


class AreaKind(models.TextChoices):
    """What demand is counted by."""

    ALL = "all", _("Whole platform")
    ZONE = "zone", _("Zone")
    RANK = "rank", _("Taxi rank")
    CELL = "cell", _("Area")
