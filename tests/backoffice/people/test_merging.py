"""Merging a caller, whom staff created for a phone booking, with the account of the same person."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal as D
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from apps.accounts.models import DeviceSession, MergedCaller, SavedAddress, User
from apps.accounts.privacy.registry import erase_personal_data
from apps.backoffice.models import Approval, Case, Note
from apps.backoffice.people.lists import named
from apps.backoffice.people.merge import is_caller, merge_caller
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.calls.choices import CallState
from apps.calls.services import record_call
from apps.core.errors import DomainError
from apps.core.models import AuditEntry
from apps.core.platform import platform_settings, update_platform_settings
from apps.fares.models import CarType
from apps.payments.models import Attempt
from apps.wallet.models import JournalEntry, OwedFee, Posting
from apps.wallet.selectors import balance_of
from apps.wallet.trips.fees import settle_cancellation
from apps.wallet.trips.owed import owed_by
from tests.bookings.api import API, book, quote
from tests.bookings.builders import credit_wallet, make_booking
from tests.bookings.conftest import ready
from tests.bookings.roads import Roads, driving_on
from tests.personas import client_of, make_user

__all__ = ["ready"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("balanced_books")]

NUMBER = "+447700900777"


def make_caller(name: str = "Nora", mobile: str = NUMBER) -> User:
    person = make_user(name, mobile=mobile, email=None, created_by_admin=True)
    person.set_unusable_password()
    person.save()
    return person


@pytest.fixture
def caller(db: None) -> User:
    return make_caller()


def merge(by: User | None, caller: User, account: User, **how: Any) -> Any:
    return client_of(by).post(f"{API}/people/{caller.pk}/merge/", {"into": account.pk, **how})


def preview(by: User, caller: User, account: User) -> Any:
    return client_of(by).get(f"{API}/people/{caller.pk}/merge/", {"into": account.pk})


def fail_to_pay(rider: User, amount: str, economy: CarType) -> Booking:
    """Charge a cancellation fee that the rider's wallet does not cover."""
    booking = make_booking(rider, economy, Status.CANCELLED, cancellation_fee_owed=D(amount))
    settle_cancellation(
        booking_id=booking.pk,
        reference=booking.reference,
        customer_id=rider.pk,
        driver_id=None,
        refund=D(0),
        fee=D(amount),
    )
    return booking


def state() -> list[Any]:
    models = (
        User,
        Booking,
        JournalEntry,
        Posting,
        OwedFee,
        SavedAddress,
        Note,
        Case,
        MergedCaller,
        AuditEntry,
    )
    return [list(model._default_manager.order_by("pk").values()) for model in models]


def test_everything_of_the_caller_moves_to_the_account(
    dora: User, ada: User, caller: User, economy: CarType
) -> None:
    User.objects.filter(pk=ada.pk).update(mobile="+447700900111")
    User.objects.filter(pk=caller.pk).update(rider_rating_sum=9, rider_rating_count=2)
    booking = make_booking(caller, economy, Status.CANCELLED, booking_type_admin=True)
    credit_wallet(caller, D("12.50"))
    SavedAddress.objects.create(user=ada, description="Quay", lat=1, lng=1, count=2)
    SavedAddress.objects.create(user=caller, description="Quay", lat=1, lng=1, count=3)
    SavedAddress.objects.create(user=caller, description="Mill", lat=2, lng=2)
    Note.objects.create(person=ada, flag="wheelchair")
    Note.objects.create(person=caller, flag="wheelchair", text="Ramp")
    Note.objects.create(person=caller, flag="caution")
    case = Case.objects.create(kind="other", person=caller, due_at=timezone.now())
    record_call(external_id="one", state=CallState.RINGING, phone=NUMBER, line="")
    entries = list(JournalEntry.objects.order_by("pk").values())

    seen = preview(dora, caller, ada).json()
    assert (seen["bookings"], seen["addresses"], seen["notes"], seen["cases"]) == (1, 2, 2, 1)
    assert (seen["balance"], seen["owed"], seen["takes_number"]) == ("12.5000", "0.0000", False)
    reply = merge(dora, caller, ada)
    assert (reply.status_code, reply.json()["id"]) == (200, ada.pk), reply.json()

    booking.refresh_from_db()
    case.refresh_from_db()
    assert (booking.customer_id, case.person_id) == (ada.pk, ada.pk)
    places = SavedAddress.objects.filter(user=ada).order_by("description")
    assert list(places.values_list("description", "count")) == [("Mill", 1), ("Quay", 5)]
    notes = Note.objects.filter(person=ada).order_by("pk")
    assert list(notes.values_list("flag", "text")) == [("wheelchair", ""), ("", "Ramp"), ("caution", "")]
    ada.refresh_from_db()
    assert (ada.rider_rating_sum, ada.rider_rating_count, ada.mobile) == (9, 2, "+447700900111")
    assert (balance_of(caller.pk), balance_of(ada.pk)) == (D(0), D("12.50"))
    # The earlier entries are as they were; the two new ones have the reason.
    stored = list(JournalEntry.objects.order_by("pk").values())
    assert stored[: len(entries)] == entries
    memo = f"Merge of #{caller.pk} into #{ada.pk}"
    assert [(one["kind"], one["memo"]) for one in stored[len(entries) :]] == [
        ("admin_debit", memo),
        ("admin_credit", memo),
    ]
    entry = AuditEntry.objects.latest("pk")
    assert (entry.action, entry.kind, entry.target_id) == ("merged", "user", str(ada.pk))
    assert entry.after["caller"] == f"#{caller.pk}"


def test_caller_is_deleted_and_calls_find_the_account(dora: User, ada: User, caller: User) -> None:
    User.objects.filter(pk=ada.pk).update(mobile="+447700900111")
    merge(dora, caller, ada)
    caller.refresh_from_db()
    assert (caller.mobile, caller.first_name, caller.is_active) == (None, "", False)
    assert caller.deleted_at is not None
    assert client_of(dora).get(f"{API}/people/{caller.pk}/").status_code == 404
    call = record_call(external_id="two", state=CallState.RINGING, phone=NUMBER, line="")
    assert call.caller_id == ada.pk


@pytest.mark.parametrize("search", [NUMBER, "07700 900777", "0044 7700 9007"])
@pytest.mark.parametrize("url", ["riders/", "wallets/"])
def test_search_for_the_callers_number_finds_the_account(
    dora: User, ada: User, caller: User, url: str, search: str
) -> None:
    update_platform_settings(country="United Kingdom")
    merge(dora, caller, ada)

    def found() -> list[int]:
        query = {"search": search, "user_type": "rider"}
        return [row["id"] for row in client_of(dora).get(f"{API}/{url}", query).json()["results"]]

    assert found() == [ada.pk]
    # Hidden numbers must not be guessable.
    update_platform_settings(allow_critical_edits_admin=False)
    assert found() == []


def test_number_search_among_many_users_reads_indexes_and_one_statement_more(
    dora: User, ada: User, caller: User, django_assert_num_queries: Any
) -> None:
    merge(dora, caller, ada)
    User.objects.bulk_create(
        User(first_name="Rider", mobile=f"+4477009{number:05}") for number in range(3000)
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE accounts_user")
    with django_assert_num_queries(1):
        people = named(User.objects.all(), NUMBER, platform_settings())
    plan = people.order_by("-id").explain()
    assert "Seq Scan" not in plan, plan


def test_account_without_a_number_gets_the_callers(dora: User, ada: User, caller: User) -> None:
    User.objects.filter(pk=ada.pk).update(mobile=None)
    assert preview(dora, caller, ada).json()["takes_number"] is True
    merge(dora, caller, ada)
    ada.refresh_from_db()
    assert (ada.mobile, ada.mobile_verified) == (NUMBER, False)


def test_calls_of_a_caller_merged_twice_find_the_last_account(dora: User, ada: User, caller: User) -> None:
    second = make_caller("Nell", "+447700900778")
    merge(dora, caller, second)
    assert merge(dora, second, ada).status_code == 200
    assert record_call(external_id="x", state=CallState.RINGING, phone=NUMBER, line="").caller_id == ada.pk


def test_owed_fees_move_and_the_account_pays_what_it_can(
    dora: User, ada: User, caller: User, economy: CarType
) -> None:
    booking = fail_to_pay(caller, "8", economy)
    credit_wallet(ada, D(5))
    assert preview(dora, caller, ada).json()["owed"] == "8.0000"
    assert merge(dora, caller, ada).status_code == 200
    assert (owed_by(caller.pk), owed_by(ada.pk), balance_of(ada.pk)) == (D(0), D(3), D(0))
    assert OwedFee.objects.get(booking_id=booking.pk).user_id == ada.pk
    credit_wallet(ada, D(10))
    assert (owed_by(ada.pk), balance_of(ada.pk)) == (D(0), D(7))


def test_balance_of_the_caller_pays_what_the_account_owes(
    dora: User, ada: User, caller: User, economy: CarType
) -> None:
    fail_to_pay(ada, "8", economy)
    credit_wallet(caller, D(10))
    assert merge(dora, caller, ada).status_code == 200
    assert (owed_by(ada.pk), balance_of(ada.pk), balance_of(caller.pk)) == (D(0), D(2), D(0))


def _session(person: User) -> None:
    DeviceSession.objects.create(family="f", user=person)


def _email(person: User) -> None:
    User.objects.filter(pk=person.pk).update(email="nora@example.org")


def _password(person: User) -> None:
    person.set_password("A long password 1")
    person.save()


def _verified(person: User) -> None:
    User.objects.filter(pk=person.pk).update(mobile_verified=True)


@pytest.mark.parametrize("login", [_session, _email, _password, _verified])
def test_person_who_can_log_in_is_not_merged(
    dora: User, ada: User, caller: User, login: Callable[[User], None]
) -> None:
    assert client_of(dora).get(f"{API}/people/{caller.pk}/").json()["facts"]["is_caller"] is True
    login(caller)
    caller.refresh_from_db()
    assert not is_caller(caller)
    before = state()
    for reply in (preview(dora, caller, ada), merge(dora, caller, ada)):
        assert (reply.status_code, reply.json()["code"]) == (409, "not_a_caller")
    assert state() == before


@pytest.mark.parametrize("target", ["itself", "driver"])
def test_target_must_be_another_rider(dora: User, ben: User, caller: User, target: str) -> None:
    before = state()
    refused = merge(dora, caller, caller if target == "itself" else ben)
    assert (refused.status_code, refused.json()["code"]) == (409, "not_mergeable")
    assert state() == before


def _trip(caller: User, economy: CarType, by: User) -> str:
    make_booking(caller, economy, Status.NEW)
    return "trip_open"


def _payment(caller: User, economy: CarType, by: User) -> str:
    Attempt.objects.create(
        user=caller,
        provider="test",
        live=False,
        purpose="top_up",
        reference="x",
        amount=5,
        currency="USD",
        state="pending",
        expires_at=timezone.now(),
    )
    return "payment_open"


def _approval(caller: User, economy: CarType, by: User) -> str:
    Approval.objects.create(
        kind="credit",
        target_id=caller.pk,
        person=caller,
        amount=500,
        requested_by=by,
        reason="x",
    )
    return "approval_open"


def _limit(caller: User, economy: CarType, by: User) -> str:
    credit_wallet(caller, D(100))
    update_platform_settings(approval_wallet_limit=D(50))
    return "approval_needed"


@pytest.mark.parametrize("open_", [_trip, _payment, _approval, _limit])
def test_nothing_may_be_open(
    dora: User, ada: User, caller: User, economy: CarType, open_: Callable[[User, CarType, User], str]
) -> None:
    code = open_(caller, economy, dora)
    before = state()
    for reply in (preview(dora, caller, ada), merge(dora, caller, ada)):
        assert (reply.status_code, reply.json()["code"]) == (409, code)
    assert state() == before


def test_refused_in_demo_mode(dora: User, ada: User, caller: User) -> None:
    update_platform_settings(allow_critical_edits_admin=False)
    before = state()
    refused = merge(dora, caller, ada)
    assert (refused.status_code, refused.json()["code"]) == (403, "demo_mode")
    assert state() == before


def test_number_goes_with_the_account(dora: User, ada: User, caller: User) -> None:
    merge(dora, caller, ada)
    erase_personal_data(ada)
    assert MergedCaller.objects.get().mobile == ""
    assert record_call(external_id="x", state=CallState.RINGING, phone=NUMBER, line="").caller is None


@pytest.mark.parametrize("round_", range(3))
@pytest.mark.django_db(transaction=True)
def test_new_booking_and_merge_exclude_each_other(
    transactional_db: None, dora: User, ada: User, ready: User, economy: CarType, round_: int
) -> None:
    platform_settings()
    caller = make_caller()
    with driving_on(Roads()):
        quote_id = quote(dora, economy)
    gate = threading.Barrier(2)

    def one(action: Callable[[], Any]) -> str:
        gate.wait(10)
        try:
            reply = action()
            return reply.json().get("code", "booked") if hasattr(reply, "json") else "merged"
        except DomainError as refusal:
            return refusal.code
        finally:
            connection.close()

    with driving_on(Roads()), ThreadPoolExecutor(2) as pool:
        booking = partial(book, dora, quote_id, customer_id=caller.pk)
        merging = partial(merge_caller, by=dora, caller_id=caller.pk, account_id=ada.pk)
        outcomes = sorted(pool.map(one, (booking, merging)))
    assert outcomes in (["booked", "trip_open"], ["merged", "select_proper"])
    caller.refresh_from_db()
    assert Booking.objects.filter(customer=caller).exists() == (outcomes[0] == "booked")
    assert (caller.deleted_at is None) == (outcomes[0] == "booked")
