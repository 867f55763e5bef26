from django.db import models


class FeeType(models.TextChoices):
    FLAT = "flat"
    PERCENTAGE = "percentage"


class DiscountType(models.TextChoices):
    FLAT = "flat"
    PERCENTAGE = "percentage"
