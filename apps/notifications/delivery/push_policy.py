"""Push options by occasion: lifetime, urgency, and which messages replace each other."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from apps.notifications.choices import Occasion

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
DATA: Final = ("booking_id", "reference")
"""The data that a screen needs to open."""


@dataclass(frozen=True, slots=True)
class Policy:
    ttl_seconds: int
    urgent: bool
    subject: str
    """A newer message with the same value replaces a waiting one."""


POLICIES: Final[Mapping[Occasion, Policy]] = {
    Occasion.NEW_REQUEST: Policy(2 * MINUTE, True, "request"),
    Occasion.ACCEPTED: Policy(HOUR, True, "booking"),
    Occasion.NEAR: Policy(15 * MINUTE, True, "booking"),
    Occasion.STARTED: Policy(HOUR, True, "booking"),
    Occasion.COMPLETED_PLEASE_PAY: Policy(DAY, True, "booking"),
    Occasion.PAYMENT_DONE: Policy(DAY, False, "payment"),
    Occasion.RATING_RECEIVED: Policy(DAY, False, "rating"),
    Occasion.TIP_RECEIVED: Policy(DAY, False, "tip"),
    Occasion.CANCELLED: Policy(6 * HOUR, True, "booking"),
    Occasion.NO_SHOW: Policy(DAY, True, "booking"),
    Occasion.REDISPATCHED: Policy(HOUR, True, "booking"),
    Occasion.UNASSIGNED: Policy(HOUR, True, "booking"),
    Occasion.FARE_CHANGED: Policy(DAY, False, "booking"),
    Occasion.BOOKING_CHANGED: Policy(HOUR, True, "booking"),
    Occasion.RELEASED: Policy(HOUR, True, "booking"),
    Occasion.TRIP_PLANNED: Policy(DAY, True, "booking"),
    Occasion.PLAN_CANCELLED: Policy(DAY, True, "booking"),
    Occasion.BACKUP_NAMED: Policy(DAY, True, "booking"),
    Occasion.BACKUP_PLANNED: Policy(DAY, True, "booking"),
    Occasion.BACKUP_CANCELLED: Policy(DAY, True, "booking"),
    Occasion.REMINDER: Policy(HOUR, True, "booking"),
    Occasion.DOCUMENT_EXPIRES: Policy(DAY, False, "document"),
    Occasion.DOCUMENT_EXPIRED: Policy(DAY, True, "document"),
    Occasion.DOCUMENT_ACCEPTED: Policy(DAY, False, "document"),
    Occasion.DOCUMENT_REJECTED: Policy(DAY, True, "document"),
    Occasion.SIGNAL_LOST: Policy(HOUR, True, "signal"),
    Occasion.SIGNAL_BACK: Policy(HOUR, False, "signal"),
    Occasion.WALLET_UPDATED: Policy(DAY, False, "wallet"),
    Occasion.FEE_OWED: Policy(DAY, False, "wallet"),
    Occasion.PAYMENT_CREDITED_TO_WALLET: Policy(DAY, False, "payment"),
    Occasion.WITHDRAWAL_PAID: Policy(DAY, False, "withdrawal"),
    Occasion.WITHDRAWAL_REJECTED: Policy(DAY, False, "withdrawal"),
    Occasion.PAYMENT_PROBLEM: Policy(DAY, False, "payment"),
    Occasion.PAYMENT_TAKEN_BACK: Policy(DAY, False, "payment"),
    Occasion.CHAT: Policy(6 * HOUR, True, "chat"),
    Occasion.SOS: Policy(DAY, True, "sos"),
    Occasion.DESK_MESSAGE: Policy(HOUR, True, "desk"),
    Occasion.TAKEN_OFFLINE: Policy(HOUR, True, "desk"),
    Occasion.CASE_REPLY: Policy(DAY, False, "case"),
    Occasion.CASE_CLOSED: Policy(DAY, False, "case"),
    Occasion.CASE_MESSAGE: Policy(DAY, False, "case"),
    Occasion.APPROVAL_WAITING: Policy(DAY, False, "approval"),
    Occasion.APPROVAL_APPROVED: Policy(DAY, False, "approval"),
    Occasion.APPROVAL_REFUSED: Policy(DAY, False, "approval"),
    Occasion.APPROVAL_VOID: Policy(DAY, False, "approval"),
    Occasion.APPROVAL_EXPIRED: Policy(DAY, False, "approval"),
    Occasion.ANNOUNCEMENT: Policy(DAY, False, "announcement"),
}


def topic_of(policy: Policy, data: Mapping[str, Any]) -> str:
    """Return the topic, such as `booking-42` or `wallet`, within the 32 characters allowed."""
    booking_id = data.get("booking_id")
    return f"{policy.subject}-{booking_id}"[:32] if booking_id is not None else policy.subject
