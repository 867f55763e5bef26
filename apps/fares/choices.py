from django.db import models


class FeeType(models.TextChoices):
    FLAT = "flat"
    PERCENTAGE = "percentage"
