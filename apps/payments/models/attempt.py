import secrets
from typing import ClassVar, Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from apps.core.money import MONEY_DIGITS, MONEY_PLACES
from apps.payments.choices import WAITING, CreditedTo, Purpose, State

HAS_PROBLEM: Final = Q(state__in=(State.FAILED, State.DISPUTED)) | (~Q(problem="") & ~Q(state=State.EXPIRED))
"""Failed, charged back or with a problem. An expired attempt, which no one paid, has none."""

ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"
REF_LENGTH: Final = 24
"""Within every gateway's limit; 118 bits, so that a reference cannot be guessed."""


def new_ref() -> str:
    """Return a random reference. A retry uses a new one, because gateways reject repeated references."""
    return "".join(secrets.choice(ALPHABET) for _ in range(REF_LENGTH))


class Attempt(models.Model):
    """One attempt to pay through one gateway. Only apps.payments.services writes `state`."""

    ref = models.CharField(max_length=32, unique=True, default=new_ref, editable=False)
    provider = models.CharField(max_length=20)
    live = models.BooleanField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="payment_attempts", db_index=False
    )
    purpose = models.CharField(max_length=10, choices=Purpose.choices)
    booking = models.ForeignKey(
        "bookings.Booking",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="payment_attempts",
    )
    reference = models.CharField(max_length=60)
    """The reference on screens (txRef): wallet-<user>-<ms> for a top-up, else the booking's."""
    amount = models.DecimalField(max_digits=MONEY_DIGITS, decimal_places=MONEY_PLACES)
    """The amount that the gateway charges."""
    wallet_amount = models.DecimalField(max_digits=MONEY_DIGITS, decimal_places=MONEY_PLACES, default=0)
    """The part paid from the wallet, debited when the card payment arrives."""
    owed_amount = models.DecimalField(
        max_digits=MONEY_DIGITS, decimal_places=MONEY_PLACES, default=0, db_default=0, editable=False
    )
    """The part of `amount` for fees that the payer owes from earlier bookings."""
    currency = models.CharField(max_length=3)

    state = models.CharField(max_length=20, choices=State.choices, default=State.CREATED)
    session_id = models.CharField(max_length=200, blank=True)
    """The gateway's id of the checkout."""
    action = models.JSONField(default=dict)
    """The next step of the payer's browser, stored so that a closed window can be reopened."""
    payment_id = models.CharField(max_length=200, blank=True)
    """The gateway's id of the payment."""
    problem = models.CharField(max_length=250, blank=True)
    """The reason of a failure, or of a response that was refused."""
    credited_to = models.CharField(max_length=10, choices=CreditedTo.choices, blank=True)
    """Empty until the payment is received."""
    by_guest = models.BooleanField(default=False, db_default=False, editable=False)
    """It was started from a guest's link, by a payer who may have no account."""
    is_difference = models.BooleanField(default=False, db_default=False, editable=False)
    """It paid the difference between the final fare and the payment before the trip."""
    refunded_amount = models.DecimalField(max_digits=MONEY_DIGITS, decimal_places=MONEY_PLACES, default=0)

    created_at = models.DateTimeField(db_default=Now(), editable=False)
    updated_at = models.DateTimeField(auto_now=True)
    expires_at = models.DateTimeField()
    paid_at = models.DateTimeField(null=True, blank=True)
    checks = models.PositiveSmallIntegerField(default=0)
    next_check_at = models.DateTimeField(null=True, blank=True)
    """The time of the next query at the gateway; NULL: none."""

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(state__in=State.values), name="payment_attempt_state_known"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="payment_attempt_is_of_something"),
            models.CheckConstraint(
                condition=Q(refunded_amount__gte=0, refunded_amount__lte=F("amount")),
                name="payment_attempt_refunds_no_more_than_it_took",
            ),
            models.CheckConstraint(
                condition=Q(purpose=Purpose.BOOKING, booking__isnull=False)
                | Q(purpose=Purpose.TOP_UP, booking__isnull=True, wallet_amount=0),
                name="payment_attempt_names_its_booking",
            ),
            models.CheckConstraint(
                condition=Q(wallet_amount__gte=0), name="payment_attempt_wallet_part_not_negative"
            ),
            models.CheckConstraint(
                condition=Q(owed_amount__gte=0, owed_amount__lt=F("amount")),
                name="payment_attempt_owed_part_fits",
            ),
            models.UniqueConstraint(
                fields=["booking", "is_difference"],
                condition=Q(credited_to=CreditedTo.BOOKING),
                name="payment_attempt_pays_a_booking_once",
            ),
            # A payment at the gateway is credited once, to one attempt.
            models.UniqueConstraint(
                fields=["provider", "live", "payment_id"],
                condition=~Q(payment_id=""),
                name="payment_attempt_one_payment_once",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["user", "-id"], name="payment_attempt_of_user"),
            models.Index(
                fields=["next_check_at"],
                condition=Q(next_check_at__isnull=False),
                name="payment_attempt_to_check",
            ),
            models.Index(
                fields=["provider", "session_id"],
                condition=~Q(session_id=""),
                name="payment_attempt_of_session",
            ),
            # The admins' list, filtered.
            models.Index(fields=["state", "-id"], name="payment_attempt_by_state"),
            models.Index(fields=["provider", "-id"], name="payment_attempt_by_provider"),
            models.Index(fields=["live", "-id"], name="payment_attempt_by_live"),
            models.Index(fields=["purpose", "-id"], name="payment_attempt_by_purpose"),
            models.Index(fields=["created_at", "id"], name="payment_attempt_by_time"),
            models.Index(fields=["payment_id"], name="payment_attempt_by_payment"),
            # Attempts that need an admin: see selectors.problem_attempts.
            models.Index(fields=["-updated_at"], condition=HAS_PROBLEM, name="payment_attempt_needs_review"),
        ]

    def __str__(self) -> str:
        return f"{self.ref} {self.state}"

    @property
    def is_waiting(self) -> bool:
        return self.state in WAITING
