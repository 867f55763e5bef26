from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Requester(models.TextChoices):
    """The kind of client that got a quote."""

    VISITOR = "visitor", _("Visitor")
    RIDER = "rider", _("Rider")
    STAFF = "staff", pgettext_lazy("requester", "Staff")


class PresenceState(models.TextChoices):
    """Whether a driver was free, on a trip, or offline."""

    FREE = "free", pgettext_lazy("driver", "Free")
    BUSY = "busy", _("On a trip")
    OFFLINE = "offline", _("Offline")
