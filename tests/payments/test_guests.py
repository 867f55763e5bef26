"""Card payments by the link of a rider without an account."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal as D
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.guests.links import open_guest_link, revoke_guest_link
from apps.bookings.models import Booking
from apps.bookings.street.passenger import street_passenger
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.payments.choices import CreditedTo, State
from apps.payments.models import Attempt
from apps.wallet.selectors import balance_of
from tests.bookings.api import API
from tests.bookings.builders import make_booking
from tests.bookings.deliveries import make_delivery
from tests.payments.bookings import balances, settle_paid
from tests.personas import client_of, make_user

pytestmark = pytest.mark.usefixtures("offered")


@pytest.fixture
def caller() -> User:
    """A rider who called: a name and a phone number, no email address."""
    return make_user("Nora", mobile="+447700900777", email=None)


@pytest.fixture
def trip(caller: User, ben: User, economy: CarType) -> Booking:
    """Return Nora's completed, unpaid trip: 48.75 for Ben and 7.31 for the platform."""
    return make_booking(caller, economy, Status.PENDING, driver=ben, booking_type_admin=True)


def token_of(booking: Booking) -> str:
    return open_guest_link(booking_id=booking.pk, by=None).rpartition("/g-")[2]


def guest(method: str, token: str, path: str = "payment/", *, key: str = "", **body: Any) -> Any:
    call = getattr(client_of(None), method)
    headers = {"Idempotency-Key": key} if key else {}
    return call(f"{API}/guest/{token}/{path}", body, headers=headers)


def pay(token: str, **fields: Any) -> Any:
    return guest("post", token, **{"provider": "test", **fields})


def stored() -> list[Any]:
    return [list(Booking.objects.values()), list(Attempt.objects.values())]


def test_link_offers_what_is_due_and_the_gateways(trip: Booking) -> None:
    token = token_of(trip)
    assert guest("get", token, "").json()["may_pay"] is True
    body = guest("get", token).json()
    assert (body["is_payable"], body["amount"], body["owed_amount"]) == (True, "56.0600", "0.0000")
    assert [(one["name"], one["label"]) for one in body["providers"]] == [("test", "Test")]
    assert body["attempt"] is None


def test_amount_is_the_servers_and_the_trip_is_paid_once(trip: Booking, ben: User, caller: User) -> None:
    token = token_of(trip)
    reply = pay(token, amount="0.01", use_wallet=True, user=1, key="tap")
    assert reply.status_code == 201, reply.json()
    assert pay(token, amount="0.01", use_wallet=True, user=1, key="tap").json() == reply.json()
    attempt = Attempt.objects.get()
    assert (attempt.amount, attempt.wallet_amount, attempt.user_id) == (D("56.06"), D(0), caller.pk)
    assert reply.json() == {
        "ref": attempt.ref,
        "label": "Test",
        "amount": "56.0600",
        "state": "redirected",
        "url": attempt.action["url"],
    }
    settle_paid(attempt)
    attempt.refresh_from_db()
    assert attempt.credited_to == CreditedTo.BOOKING
    seen = guest("get", token, "").json()
    assert (seen["status"], seen["may_pay"], seen["has_receipt"]) == ("PAID", False, True)
    body = guest("get", token).json()
    assert (body["is_payable"], body["amount"], body["providers"]) == (False, "0.0000", [])
    assert (body["attempt"]["state"], body["attempt"]["url"]) == ("paid", None)
    assert balances(ben, caller)["Ben"] == D("48.75")


def test_reused_key_with_another_body_is_refused(trip: Booking) -> None:
    token = token_of(trip)
    assert pay(token, key="tap").status_code == 201
    before = stored()
    refused = pay(token, key="tap", provider="stripe")
    assert (refused.status_code, refused.json()["code"]) == (422, "idempotency_key_reused")
    assert stored() == before


def test_gateway_returns_the_browser_to_a_page_without_login(trip: Booking) -> None:
    token = token_of(trip)
    ref = pay(token).json()["ref"]
    for way in ("return", "cancel"):
        for method in ("get", "post"):
            reply = getattr(client_of(None), method)(f"{API}/payments/test/{way}/{ref}/")
            assert reply.status_code == 303
            page = reply["Location"].partition("?")[0]
            assert page.endswith(f"/trip/p-{ref}")
            # The gateway and the database do not learn the link.
            assert token not in reply["Location"]
    assert token not in str(stored())


def test_page_of_the_test_gateway_is_open_for_a_guests_payment_only(trip: Booking, ada: User) -> None:
    ref = pay(token_of(trip)).json()["ref"]
    page = client_of(None).get(f"{API}/payments/test/pages/{ref}/")
    assert (page.status_code, page.json()["next_url"].rpartition("/")[2]) == (200, f"p-{ref}")
    Attempt.objects.filter(ref=ref).update(by_guest=False)
    assert client_of(None).get(f"{API}/payments/test/pages/{ref}/").status_code == 404
    assert client_of(ada).get(f"{API}/payments/test/pages/{ref}/").status_code == 404
    pressed = client_of(None).post(f"{API}/payments/test/pages/{ref}/", {"button": "approve"})
    assert pressed.status_code == 404
    assert Attempt.objects.get().state == State.REDIRECTED


def test_guest_checks_the_payment_at_the_gateway(trip: Booking, run_jobs: Callable[[], int]) -> None:
    token = token_of(trip)
    ref = pay(token).json()["ref"]
    pressed = client_of(None).post(f"{API}/payments/test/pages/{ref}/", {"button": "approve"})
    assert pressed.status_code == 200
    body = guest("post", token, "payment/check/").json()
    assert (body["attempt"]["state"], body["is_payable"]) == ("paid", False)
    run_jobs()
    trip.refresh_from_db()
    assert (trip.status, trip.card_payment_amount) == (Status.PAID, D("56.06"))


def test_booking_is_paid_ahead_by_link(caller: User, economy: CarType) -> None:
    due = timezone.now() + timedelta(minutes=15)
    parcel = make_delivery(caller, economy, Status.PAYMENT_PENDING, payment_due_at=due)
    token = token_of(parcel)
    body = guest("get", token).json()
    assert body["is_payable"] is True
    assert body["payment_due_at"] is not None
    assert pay(token).status_code == 201
    settle_paid(Attempt.objects.get())
    parcel.refresh_from_db()
    assert (parcel.status, parcel.prepaid) == (Status.NEW, True)


def test_street_trip_is_paid_by_link_and_a_second_payment_is_held(ben: User, economy: CarType) -> None:
    trip = make_booking(
        street_passenger(),
        economy,
        Status.PENDING,
        driver=ben,
        street_trip=True,
        customer_contact="+447700900777",
    )
    token = token_of(trip)
    assert [pay(token).status_code for _ in range(2)] == [201, 201]
    first, second = Attempt.objects.order_by("pk")
    settle_paid(first)
    settle_paid(second)
    trip.refresh_from_db()
    second.refresh_from_db()
    assert (trip.status, trip.card_payment_amount) == (Status.PAID, D("56.06"))
    # The account that all passengers share holds no money: staff refund it.
    assert (second.credited_to, balance_of(trip.customer_id)) == (CreditedTo.HELD, D(0))


def test_late_payment_goes_to_the_guests_wallet(trip: Booking, caller: User) -> None:
    token = token_of(trip)
    assert [pay(token).status_code for _ in range(2)] == [201, 201]
    for attempt in Attempt.objects.order_by("pk"):
        settle_paid(attempt)
    assert balance_of(caller.pk) == D("56.06")


@pytest.mark.parametrize("status", [Status.ACCEPTED, Status.REACHED, Status.PAID])
def test_only_what_a_rider_could_pay_is_payable(trip: Booking, status: Status) -> None:
    token = token_of(trip)
    if status == Status.PAID:
        pay(token)
        settle_paid(Attempt.objects.get())
    else:
        Booking.objects.filter(pk=trip.pk).update(status=status)
    before = stored()
    refused = pay(token)
    assert (refused.status_code, refused.json()["code"]) == (409, "wrong_status")
    assert guest("get", token).json()["is_payable"] is False
    assert stored() == before


def test_time_to_pay_ahead_ends_for_guests_too(caller: User, economy: CarType) -> None:
    due = timezone.now() - timedelta(seconds=1)
    parcel = make_delivery(caller, economy, Status.PAYMENT_PENDING, payment_due_at=due)
    token = token_of(parcel)
    before = stored()
    refused = pay(token)
    assert (refused.status_code, refused.json()["code"]) == (409, "payment_expired")
    assert stored() == before


def test_unknown_gateway_is_refused(trip: Booking) -> None:
    token = token_of(trip)
    before = stored()
    refused = pay(token, provider="stripe")
    assert (refused.status_code, refused.json()["code"]) == (400, "no_provider_found")
    assert stored() == before


@pytest.mark.parametrize("how", ["revoked", "expired", "unknown"])
def test_closed_link_pays_nothing(trip: Booking, dora: User, how: str) -> None:
    token = token_of(trip)
    if how == "revoked":
        revoke_guest_link(booking_id=trip.pk, by=dora)
    if how == "expired":
        ended = timezone.now() - timedelta(hours=25)
        Booking.objects.filter(pk=trip.pk).update(status=Status.CANCELLED, ended_at=ended)
    if how == "unknown":
        token = "0" * 32
    before = stored()
    for reply in (
        guest("get", token),
        pay(token),
        guest("post", token, "payment/check/"),
        guest("get", token, "receipt/"),
    ):
        assert (reply.status_code, reply.json()["code"]) == (404, "share_not_found")
    assert stored() == before


def test_demo_mode_lets_guests_pay(trip: Booking) -> None:
    update_platform_settings(allow_critical_edits_admin=False)
    assert pay(token_of(trip)).status_code == 201


def test_paid_trip_has_a_receipt(trip: Booking) -> None:
    token = token_of(trip)
    refused = guest("get", token, "receipt/")
    assert (refused.status_code, refused.json()["code"]) == (409, "no_receipt")
    pay(token)
    settle_paid(Attempt.objects.get())
    body = guest("get", token, "receipt/").json()
    assert (body["reference"], body["paid_by"]) == (trip.reference, [{"mode": "card", "amount": "56.0600"}])
    pdf = client_of(None).get(f"{API}/guest/{token}/receipt/", {"format": "pdf"})
    assert (pdf.status_code, pdf["Content-Type"], pdf["Cache-Control"]) == (
        200,
        "application/pdf",
        "no-store",
    )
    assert pdf.content.startswith(b"%PDF-")
