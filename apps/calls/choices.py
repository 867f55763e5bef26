from django.db import models
from django.utils.translation import gettext_lazy as _


class CallState(models.TextChoices):
    """The states of a phone call, in their order."""

    RINGING = "ringing", _("Ringing")
    ANSWERED = "answered", _("Answered")
    ENDED = "ended", _("Ended")
