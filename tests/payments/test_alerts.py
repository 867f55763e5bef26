"""Notifications to operators about payments with a problem."""

from collections.abc import Callable
from decimal import Decimal as D

import pytest
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.fares.models import CarType
from apps.notifications.choices import Occasion, Screen
from apps.notifications.models import InboxMessage
from apps.payments.choices import Verdict
from apps.payments.models import Attempt, ProviderAccount
from apps.payments.port import Outcome, Snapshot
from apps.payments.services.settling import settle
from tests.bookings.builders import make_booking
from tests.payments.bookings import start_attempt


def report(attempt: Attempt, outcome: Outcome = Outcome.PAID, *, amount: str = "25.50") -> Verdict:
    snapshot = Snapshot(
        outcome=outcome,
        ref=attempt.ref,
        amount=D(amount),
        currency=attempt.currency,
        payment_id="pay_1",
        live=False,
    )
    return settle(attempt_id=attempt.pk, snapshot=snapshot)


def messages() -> list[tuple[int, str, str]]:
    found = InboxMessage.objects.exclude(occasion=Occasion.WALLET_UPDATED).order_by("user_id", "pk")
    return [(row.user_id, row.occasion, row.msg) for row in found]


def test_operators_are_notified_once_of_a_mismatch(attempt: Attempt, dora: User, ada: User) -> None:
    for amount in ("1.00", "1.00", "2.00"):
        assert report(attempt, amount=amount) == Verdict.REFUSED
    [(reader, occasion, words)] = messages()
    assert (reader, occasion) == (dora.pk, Occasion.PAYMENT_PROBLEM)
    assert "25.50" in words
    assert attempt.reference in words
    assert ada.email
    assert ada.email not in words


def test_notification_of_a_top_up_opens_the_wallet(attempt: Attempt, dora: User) -> None:
    report(attempt, amount="1.00")
    message = InboxMessage.objects.get(user=dora)
    assert message.screen == Screen.WALLET
    assert "booking_id" not in message.data


def test_notification_of_a_bookings_payment_opens_the_booking(
    offered: ProviderAccount, ada: User, ben: User, dora: User, economy: CarType
) -> None:
    trip = make_booking(ada, economy, Status.PENDING, driver=ben)
    report(start_attempt(ada, trip), amount="1.00")
    message = InboxMessage.objects.get(user=dora)
    assert (message.screen, message.data["booking_id"]) == (Screen.BOOKING_CAB, trip.pk)


@pytest.mark.parametrize("outcome", [Outcome.DISPUTED, Outcome.REFUNDED])
def test_operators_are_notified_once_of_a_chargeback(attempt: Attempt, dora: User, outcome: Outcome) -> None:
    report(attempt)
    for _again in range(2):
        report(attempt, outcome)
    assert [message[:2] for message in messages()] == [(dora.pk, Occasion.PAYMENT_TAKEN_BACK)]


def test_only_active_operators_are_notified(attempt: Attempt, dora: User, fay: User, cleo: User) -> None:
    cleo.user_type, cleo.is_active = dora.user_type, False
    cleo.save()
    report(attempt, amount="1.00")
    assert {reader for reader, *_ in messages()} == {dora.pk}


def test_operators_are_not_notified_of_a_regular_payment(attempt: Attempt, dora: User) -> None:
    report(attempt)
    report(attempt)
    assert [message for message in messages() if message[0] == dora.pk] == []


def test_notification_is_in_the_operators_language(
    attempt: Attempt, dora: User, as_user: Callable[[User | None], APIClient]
) -> None:
    dora.language = "ar"
    dora.save()
    report(attempt, amount="1.00")
    messages()
    [row] = as_user(dora).get("/api/v1/me/inbox/").json()["results"]
    assert row["title"] == "دفعة تحتاج إلى مراجعة"
