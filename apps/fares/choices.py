from django.db import models


class FeeType(models.TextChoices):
    FLAT = "flat"
    PERCENTAGE = "percentage"


class DiscountType(models.TextChoices):
    FLAT = "flat"
    PERCENTAGE = "percentage"


class IneligibleReason(models.TextChoices):
    """Why a driver is offered no trips."""

    NOT_APPROVED = "not_approved"
    DOCUMENTS_EXPIRED = "documents_expired"
    NO_CAR_TYPE = "no_car_type"
    OFFLINE = "offline"
    NO_POSITION = "no_position"
    """Online, and the first position has not come yet."""
    STALE_POSITION = "stale_position"
    """Online, and the last position is too old."""
    BUSY = "busy"
    LOW_BALANCE = "low_balance"
    """No cash trips: the wallet does not cover their fee. What is paid in advance still comes."""


class PromoState(models.TextChoices):
    RUNNING = "running"
    OVER = "over"
    """Its last day is past."""
    USED_UP = "used_up"
