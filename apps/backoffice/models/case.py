from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

MAX_TEXT = 2000


class CaseKind(models.TextChoices):
    LOST_PROPERTY = "lost_property", _("Lost property")
    COMPLAINT = "complaint", _("Complaint")
    PAYMENT = "payment", _("Fare or payment")
    ACCIDENT = "accident", _("Accident or safety")
    OTHER = "other", _("Something else")


class CaseState(models.TextChoices):
    OPEN = "open", _("Open")
    """Staff must act."""
    WAITING = "waiting", _("Waiting for a reply")
    """Staff replied; the person may."""
    CLOSED = "closed", _("Closed")


class Outcome(models.TextChoices):
    ANSWERED = "answered", _("Answered")
    RETURNED = "returned", _("Item returned")
    NOT_FOUND = "not_found", _("Item not found")
    REFUNDED = "refunded", _("Refunded")
    FEE = "fee", _("Fee charged")
    WARNED = "warned", _("Warned")
    BLOCKED = "blocked", _("Blocked")
    NO_ACTION = "no_action", _("No action")


class Audience(models.TextChoices):
    """Who can read a message of a case, besides staff."""

    PERSON = "person", _("The person")
    OTHER = "other", _("The other person of the trip")
    STAFF = "staff", _("Staff only")
    FLEET = "fleet", _("Staff and the fleet admin")


class Case(models.Model):
    """A matter that a rider or driver brings to staff, from the first message to its outcome."""

    kind = models.CharField(max_length=20, choices=CaseKind.choices)
    state = models.CharField(max_length=10, choices=CaseState.choices, default=CaseState.OPEN)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    """The rider or driver whose matter it is."""
    booking = models.ForeignKey(
        "bookings.Booking", on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    """The staff member in charge."""
    due_at = models.DateTimeField(null=True, blank=True)
    """The time until which staff must act; empty unless the case is open."""
    outcome = models.CharField(max_length=20, choices=Outcome.choices, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    updated_at = models.DateTimeField(auto_now=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(kind__in=CaseKind.values), name="case_kind_known"),
            models.CheckConstraint(condition=Q(state__in=CaseState.values), name="case_state_known"),
            models.CheckConstraint(
                condition=Q(state="open", due_at__isnull=False) | (~Q(state="open") & Q(due_at__isnull=True)),
                name="case_due_while_open",
            ),
            models.CheckConstraint(
                condition=Q(state="closed", closed_at__isnull=False, outcome__in=Outcome.values)
                | (~Q(state="closed") & Q(closed_at__isnull=True, outcome="")),
                name="case_outcome_when_closed",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["due_at"], condition=Q(state="open"), name="case_open_by_due"),
            models.Index(fields=["closed_at"], condition=Q(state="closed"), name="case_closed_by_time"),
            models.Index(fields=["person", "-id"], name="case_of_person"),
        ]

    def __str__(self) -> str:
        return f"#{self.pk}"


class CaseMessage(models.Model):
    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="messages")
    audience = models.CharField(max_length=10, choices=Audience.choices, default=Audience.PERSON)
    by_staff = models.BooleanField()
    by_fleet = models.BooleanField(default=False, db_default=False)
    """By the fleet admin of the driver, who writes as staff do."""
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    author_name = models.CharField(max_length=200, blank=True)
    text = models.CharField(max_length=MAX_TEXT)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(by_staff=True) | Q(audience="person"), name="case_message_audience"
            ),
        ]

    def __str__(self) -> str:
        return self.text[:60]
