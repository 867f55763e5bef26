from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from apps.calls.choices import CallState

LIVE = (CallState.RINGING, CallState.ANSWERED)


class Call(models.Model):
    """A phone call to the office, as reported by the phone system."""

    external_id = models.CharField(max_length=120, unique=True)
    """The phone system's id of the call, so that a repeated report changes nothing."""
    phone = models.CharField(max_length=40, blank=True)
    """The caller's full number, or what the phone system sent if it is not one; empty if withheld."""
    line = models.CharField(max_length=60, blank=True)
    """The line or number that was called."""
    caller = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    """The user with this number when the call began."""
    answered_by = models.CharField(max_length=60, blank=True, default="", db_default="")
    """The extension or the name of the agent who answered, if the phone system says so."""
    system = models.CharField(max_length=120, blank=True, default="", db_default="")
    """The Asterisk whose connection reported the call; empty if it came by the API."""
    state = models.CharField(max_length=10, choices=CallState.choices, default=CallState.RINGING)
    rang_at = models.DateTimeField(default=timezone.now, editable=False)
    answered_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(state__in=CallState.values), name="call_state_known"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["-id"], condition=Q(state__in=LIVE), name="call_live"),
            models.Index(fields=["rang_at"], name="call_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.phone or '-'} at {self.rang_at:%c}"
