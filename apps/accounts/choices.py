from django.db import models
from django.utils.translation import gettext_lazy as _


class UserType(models.TextChoices):
    RIDER = "rider", _("Rider")
    DRIVER = "driver", _("Driver")
    FLEET_ADMIN = "fleetadmin", _("Fleet Admin")
    ADMIN = "admin", _("Admin")
