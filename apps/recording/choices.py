from django.db import models
from django.utils.translation import gettext_lazy as _


class Requester(models.TextChoices):
    """The kind of client that got a quote."""

    VISITOR = "visitor", _("Visitor")
    RIDER = "rider", _("Rider")
    STAFF = "staff", _("Staff member")


class PresenceState(models.TextChoices):
    """Whether a driver was free, on a trip, or offline."""

    FREE = "free", _("Without a trip")
    BUSY = "busy", _("On a trip")
    OFFLINE = "offline", _("Offline")
