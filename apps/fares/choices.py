from django.db import models


class FeeType(models.TextChoices):
    FLAT = "flat"
    PERCENTAGE = "percentage"


class DiscountType(models.TextChoices):
    FLAT = "flat"
    PERCENTAGE = "percentage"


class PromoState(models.TextChoices):
    RUNNING = "running"
    OVER = "over"
    """Its last day is past."""
    USED_UP = "used_up"
