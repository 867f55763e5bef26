from django.db import models
from django.utils.translation import gettext_lazy as _


class FeeType(models.TextChoices):
    FLAT = "flat", _("Flat")
    PERCENTAGE = "percentage", _("Percentage")


class DiscountType(models.TextChoices):
    FLAT = "flat", _("Flat")
    PERCENTAGE = "percentage", _("Percentage")


class IneligibleReason(models.TextChoices):
    """Why a driver gets no offers."""

    NOT_APPROVED = "not_approved"
    DOCUMENTS_MISSING = "documents_missing"
    DOCUMENTS_EXPIRED = "documents_expired"
    SHIFT_OVER = "shift_over"
    ON_BREAK = "on_break"
    BREAK_DUE = "break_due"
    """The driver has worked too long without a break."""
    NO_CAR_TYPE = "no_car_type"
    OFFLINE = "offline"
    NO_POSITION = "no_position"
    """Online, but no position has arrived yet."""
    STALE_POSITION = "stale_position"
    """Online, but the last position is too old."""
    BUSY = "busy"
    LOW_BALANCE = "low_balance"
    """No cash trips, because the wallet does not cover their fee; prepaid trips are still offered."""


class Unavailable(models.TextChoices):
    """Why a car type cannot be booked for a party."""

    TOO_MANY_PASSENGERS = "too_many_passengers"
    TOO_MUCH_LUGGAGE = "too_much_luggage"


class PromoState(models.TextChoices):
    RUNNING = "running"
    OVER = "over"
    """The last day is over."""
    USED_UP = "used_up"


class TariffState(models.TextChoices):
    DRAFT = "draft"
    SCHEDULED = "scheduled"
    """Published for a time that has not come."""
    IN_FORCE = "in_force"
    SUPERSEDED = "superseded"
    """Published, but another tariff is in force now."""


class TripSource(models.TextChoices):
    """How a test trip of a tariff is booked."""

    APP = "app"
    PHONE = "phone"
