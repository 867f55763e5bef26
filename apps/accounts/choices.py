from django.db import models


class UserType(models.TextChoices):
    RIDER = "rider"
    DRIVER = "driver"
    FLEET_ADMIN = "fleetadmin"
    ADMIN = "admin"
