"""Staff edit pickup, drop, car type and time of a booking before its trip starts."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from decimal import Decimal as D
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from apps.accounts.choices import UserType
from apps.accounts.models import DriverProfile, User
from apps.bookings.choices import OfferState, Status
from apps.bookings.models import Booking, BookingEvent, Offer
from apps.bookings.services.dispatching import dispatch_booking
from apps.bookings.verification import CHECKS
from apps.core.models import AuditEntry, OutboxEntry
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType, PromoRedemption
from apps.notifications.models import InboxMessage
from apps.wallet.choices import TRIPS
from apps.wallet.corrections import debit_by_admin
from apps.wallet.models import JournalEntry
from apps.wallet.selectors import balance_of, platform_balance
from apps.wallet.verification import all_checks, faults
from tests.bookings.api import API, book, look, press, quote, work
from tests.bookings.builders import PICKUP, credit_wallet, make_booking, make_offer, put_online
from tests.bookings.conftest import Snapshot
from tests.bookings.deliveries import deliver, give_parcels, order, pay
from tests.bookings.roads import Roads
from tests.fares.promos import make_promo
from tests.personas import client_of, make_driver, make_user
from tests.published import topics_of

pytestmark = [pytest.mark.django_db]

RYDE = {"lat": 50.7282, "lng": -1.1610, "add": "Union Street, Ryde"}
EDITABLE = (Status.PAYMENT_PENDING, Status.NEW, Status.ACCEPTED, Status.ARRIVED)


@pytest.fixture(autouse=True)
def clean_books(db: None) -> Iterator[None]:
    yield
    connection.check_constraints()
    assert [line for check in (*all_checks(), *CHECKS) for line in faults(check)] == []


@pytest.fixture
def saloon(economy: CarType) -> CarType:
    """A car type with a higher base fare than economy."""
    fields = {name: getattr(economy, name) for name in ("icon", "rate_per_unit_distance", "rate_per_hour")}
    return CarType.objects.create(
        name="Saloon", base_fare=economy.base_fare + 20, min_fare=0, convenience_fees=15,
        convenience_fee_type="percentage", app_category=economy.app_category, **fields,
    )  # fmt: skip


def preview(by: User, booking: Booking, **changes: Any) -> Any:
    return press(by, booking.pk, "edit-preview", **changes)


def save(by: User, booking: Booking, shown: dict[str, Any], **more: Any) -> Any:
    return press(by, booking.pk, "edit", revision=shown["revision"], quote_id=shown["quote_id"], **more)


def edit(by: User, booking: Booking, **changes: Any) -> Any:
    """Preview the changes and save them as shown."""
    shown = preview(by, booking, **changes)
    assert shown.status_code == 200, shown.json()
    time = {"trip_date": changes["trip_date"]} if "trip_date" in changes else {}
    reply = save(by, booking, shown.json(), **time)
    assert reply.status_code == 200, reply.json()
    booking.refresh_from_db()
    return reply.json()


def occasions(user: User) -> list[str]:
    sent = InboxMessage.objects.filter(user_id=user.pk).order_by("pk").values_list("occasion", flat=True)
    return [occasion for occasion in sent if occasion != "wallet_updated"]


def in_minutes(minutes: int) -> datetime:
    return timezone.now().replace(microsecond=0) + timedelta(minutes=minutes)


# -- which bookings ----------------------------------------------------------------------------


@pytest.mark.parametrize("status", list(Status))
def test_booking_is_editable_until_its_trip_starts(
    status: Status,
    ada: User,
    ben: User,
    dora: User,
    economy: CarType,
    roads: Roads,
    snapshot: Callable[[], Snapshot],
) -> None:
    booking = make_booking(ada, economy, status, driver=ben, otp="12345")
    reference = booking.reference
    before = snapshot()

    shown = preview(dora, booking, drop=RYDE)
    assert snapshot() == before

    if status not in EDITABLE:
        assert (shown.status_code, shown.json()["code"]) == (409, "wrong_status")
        refused = save(dora, booking, {"revision": "x", "quote_id": ""}, trip_date=None)
        assert (refused.status_code, refused.json()["code"]) == (409, "wrong_status")
        assert "edit" not in look(dora, booking.pk)["actions"]
        assert snapshot() == before
        Booking.objects.filter(pk=booking.pk).delete()
        return
    assert "edit" in look(dora, booking.pk)["actions"]
    reply = save(dora, booking, shown.json())
    booking.refresh_from_db()
    assert (reply.status_code, reply.json()["status"]) == (200, status)
    assert (booking.drop_add, booking.drop_lat) == (RYDE["add"], RYDE["lat"])
    assert (booking.reference, booking.otp) == (reference, "12345")
    assert booking.driver_id == (ben.pk if status in (Status.ACCEPTED, Status.ARRIVED) else None)


@pytest.mark.parametrize("status", EDITABLE)
def test_only_admins_edit(
    status: Status,
    ada: User,
    bob: User,
    cleo: User,
    fay: User,
    economy: CarType,
    snapshot: Callable[[], Snapshot],
    roads: Roads,
) -> None:
    booking = make_booking(ada, economy, status, driver=bob)
    before = snapshot()
    for person in (ada, bob, cleo, fay):
        assert preview(person, booking, drop=RYDE).status_code == 403
        reply = save(person, booking, {"revision": "x", "quote_id": ""}, trip_date=None)
        assert reply.json()["code"] in ("forbidden", "not_found")
        assert "edit" not in client_of(person).get(f"{API}/bookings/{booking.pk}/").json().get("actions", [])
    assert look(User.objects.get(pk=ada.pk), booking.pk)["revision"] is None
    assert snapshot() == before


# -- the price ---------------------------------------------------------------------------------


def test_new_drop_is_quoted_and_audited_with_old_and_new_values(
    ada: User, dora: User, economy: CarType, roads: Roads
) -> None:
    booking = make_booking(ada, economy)
    cost = booking.trip_cost
    roads.quoted_km = D("15.000")

    shown = preview(dora, booking, drop=RYDE).json()
    body = save(dora, booking, shown).json()

    booking.refresh_from_db()
    assert booking.trip_cost > cost
    assert (D(shown["previous_trip_cost"]), D(shown["trip_cost"])) == (cost, booking.trip_cost)
    assert D(shown["difference"]) == booking.trip_cost - cost
    assert (booking.estimate, booking.estimate_distance_km) == (booking.trip_cost, D("15.000"))
    assert sum(D(line["amount"]) for line in booking.breakdown) == booking.trip_cost
    assert (body["drop"]["add"], body["pickup"]["add"]) == (RYDE["add"], booking.pickup_add)
    assert booking.route_polyline
    entry = AuditEntry.objects.latest("id")
    assert (entry.action, entry.actor_name) == ("edit_new", str(dora))
    assert entry.before["drop"].startswith("The Parade, Cowes")
    assert entry.after["drop"].startswith(RYDE["add"])
    assert (D(entry.before["trip_cost"]), D(entry.after["trip_cost"])) == (cost, booking.trip_cost)
    assert "pickup" not in entry.after
    event = BookingEvent.objects.get(booking=booking)
    assert (event.name, event.actor) == ("edit_new", dora)
    assert (D(event.data["previous_trip_cost"]), D(event.data["trip_cost"])) == (cost, booking.trip_cost)
    assert {f"booking:{booking.pk}", f"user:{ada.pk}"} <= topics_of("booking.edited")
    assert occasions(ada) == ["booking_changed"]


def test_price_changed_since_the_preview_is_refused(
    ada: User, dora: User, economy: CarType, roads: Roads, snapshot: Callable[[], Snapshot]
) -> None:
    booking = make_booking(ada, economy)
    shown = preview(dora, booking, drop=RYDE).json()
    CarType.objects.filter(pk=economy.pk).update(base_fare=economy.base_fare + 1)
    before = snapshot()

    reply = save(dora, booking, shown)

    assert (reply.status_code, reply.json()["code"]) == (409, "quote_expired")
    assert snapshot() == before


def test_price_is_unchanged_if_only_the_time_changes(
    ada: User, dora: User, economy: CarType, roads: Roads
) -> None:
    booking = make_booking(ada, economy)
    cost, line = booking.trip_cost, booking.route_polyline
    CarType.objects.filter(pk=economy.pk).update(base_fare=economy.base_fare + 50)
    when = in_minutes(300)

    shown = preview(dora, booking, trip_date=when.isoformat()).json()
    assert (shown["quote_id"], D(shown["difference"])) == ("", D(0))
    assert save(dora, booking, shown, trip_date=when.isoformat()).status_code == 200

    booking.refresh_from_db()
    assert (booking.book_later, booking.trip_date) == (True, when)
    assert (booking.trip_cost, booking.route_polyline) == (cost, line)
    # The search starts shortly before the trip.
    assert booking.dispatch_after == booking.release_at
    assert not OutboxEntry.objects.filter(name="bookings.dispatch").exists()
    # Back to an immediate trip.
    edit(dora, booking, trip_date=None)
    assert not booking.book_later
    assert booking.trip_date <= timezone.now()
    assert OutboxEntry.objects.filter(name="bookings.dispatch").exists()


def test_promo_is_checked_against_the_new_price(
    ada: User, dora: User, economy: CarType, roads: Roads
) -> None:
    booking = make_booking(ada, economy, Status.PAYMENT_PENDING, prepaid=False)
    make_promo("HALF", promo_discount_type="percentage", promo_discount_value=50, min_order=20)
    assert press(ada, booking.pk, "promo", promo_name="HALF").status_code == 200
    booking.refresh_from_db()
    roads.quoted_km = D("15.000")

    edit(dora, booking, drop=RYDE)
    assert abs(booking.discount * 2 - booking.trip_cost) <= D("0.01")

    CarType.objects.update(base_fare=1, rate_per_unit_distance=0, rate_per_hour=0, min_fare=0)
    shown = preview(dora, booking, drop=RYDE | {"lat": 50.73}).json()
    assert shown["promo_falls_away"] is True
    assert save(dora, booking, shown).status_code == 200
    booking.refresh_from_db()
    assert (booking.discount, booking.breakdown[-1]["key"]) == (D(0), "promo_min_order")


# -- refusals ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "refusal", "field"),
    [
        ({}, (409, "booking_unchanged"), None),
        ({"pickup": {"lat": 91, "lng": 0, "add": "Nowhere"}}, (400, "select_proper"), "pickup"),
        ({"drop": {"lat": PICKUP[0], "lng": PICKUP[1], "add": "Here"}}, (400, "select_proper"), "drop"),
        ({"car_type_id": 999_999}, (400, "select_proper"), "car_type_id"),
        ({"trip_date": "soon"}, (400, "past_booking_error"), "trip_date"),
        ({"trip_date": "past"}, (400, "past_booking_error"), "trip_date"),
        ({"trip_date": "no time"}, (400, "invalid"), "trip_date"),
    ],
)
def test_invalid_edit_is_refused(
    ada: User,
    dora: User,
    economy: CarType,
    roads: Roads,
    snapshot: Callable[[], Snapshot],
    changes: dict[str, Any],
    refusal: tuple[int, str],
    field: str | None,
) -> None:
    times = {"soon": in_minutes(14).isoformat(), "past": in_minutes(-60).isoformat()}
    booking = make_booking(ada, economy)
    if "trip_date" in changes:
        changes = {"trip_date": times.get(changes["trip_date"], changes["trip_date"])}
    revision = look(dora, booking.pk)["revision"]
    before = snapshot()

    reply = preview(dora, booking, **changes)
    saved = save(dora, booking, {"revision": revision, "quote_id": ""}, **changes)

    assert (reply.status_code, reply.json()["code"]) == refusal
    if field is not None:
        assert field in reply.json()["fields"]
    assert saved.status_code in (400, 409)
    assert snapshot() == before


def test_edit_without_a_route_is_refused(
    ada: User, dora: User, economy: CarType, roads: Roads, snapshot: Callable[[], Snapshot]
) -> None:
    booking = make_booking(ada, economy)
    roads.silent = True
    before = snapshot()
    assert preview(dora, booking, drop=RYDE).json()["code"] == "maps_unavailable"
    assert snapshot() == before


def test_demo_mode_refuses_edits(
    ada: User, dora: User, economy: CarType, roads: Roads, snapshot: Callable[[], Snapshot]
) -> None:
    booking = make_booking(ada, economy)
    shown = preview(dora, booking, drop=RYDE).json()
    update_platform_settings(allow_critical_edits_admin=False)
    before = snapshot()
    reply = save(dora, booking, shown)
    assert (reply.status_code, reply.json()["code"]) == (403, "demo_mode")
    assert snapshot() == before


def test_second_of_two_edits_must_preview_again(
    ada: User, dora: User, economy: CarType, roads: Roads, snapshot: Callable[[], Snapshot]
) -> None:
    booking = make_booking(ada, economy)
    mine, theirs = (preview(dora, booking, drop=RYDE | {"add": add}).json() for add in ("A", "B"))
    assert save(dora, booking, theirs).status_code == 200
    before = snapshot()

    reply = save(dora, booking, mine)

    assert (reply.status_code, reply.json()["code"]) == (409, "booking_changed")
    assert snapshot() == before


def test_refused_edit_says_which_fields_changed_and_by_whom(
    ada: User, dora: User, economy: CarType, saloon: CarType, roads: Roads, snapshot: Callable[[], Snapshot]
) -> None:
    nora = make_user("Nora", UserType.ADMIN)
    booking = make_booking(ada, economy)
    seen = look(dora, booking.pk)
    mine = preview(dora, booking, drop=RYDE).json()
    edit(nora, booking, drop=RYDE | {"add": "B"})
    edit(nora, booking, car_type_id=saloon.pk)
    before = snapshot()

    reply = save(dora, booking, mine, version=seen["version"])

    assert (reply.status_code, reply.json()["code"]) == (409, "booking_changed")
    by_nora = f"Changed by {nora.full_name}."
    assert reply.json()["fields"] == {"drop": by_nora, "car_type_id": by_nora}
    assert snapshot() == before


def test_dispatch_after_the_preview_does_not_block_the_edit(
    ada: User, ready: User, dora: User, economy: CarType, roads: Roads
) -> None:
    booking = make_booking(ada, economy, search_until=in_minutes(10), dispatch_after=timezone.now())
    shown = preview(dora, booking, drop=RYDE).json()
    assert dispatch_booking(booking_id=booking.pk) == 1
    assert save(dora, booking, shown).status_code == 200


def test_booking_of_the_other_category_can_only_change_its_time(
    ada: User, dora: User, economy: CarType, roads: Roads, snapshot: Callable[[], Snapshot]
) -> None:
    booking = make_booking(ada, economy, app_category="delivery")
    before = snapshot()
    reply = preview(dora, booking, drop=RYDE)
    assert (reply.status_code, reply.json()["code"]) == (409, "other_category")
    assert snapshot() == before
    edit(dora, booking, trip_date=in_minutes(60).isoformat())
    assert booking.book_later


def test_picked_up_parcel_cannot_be_redirected(
    ada: User, ben: User, dora: User, economy: CarType, roads: Roads, snapshot: Callable[[], Snapshot]
) -> None:
    deliver()
    booking = make_booking(
        ada, economy, Status.ARRIVED, driver=ben, app_category="delivery",
        pickup_image="bookings/1/pickup_image/parcel.jpg",
    )  # fmt: skip
    before = snapshot()
    reply = preview(dora, booking, drop=RYDE)
    assert (reply.status_code, reply.json()["code"]) == (409, "too_late_to_edit")
    assert "edit" not in look(dora, booking.pk)["actions"]
    assert snapshot() == before


# -- drivers -----------------------------------------------------------------------------------


def test_edit_withdraws_open_offers_and_dispatches_again(
    ada: User, ready: User, dora: User, economy: CarType, roads: Roads
) -> None:
    booking = make_booking(ada, economy)
    offer = make_offer(booking, ready)

    shown = preview(dora, booking, drop=RYDE).json()
    assert (shown["search_restarts"], shown["driver_released"]) == (True, False)
    assert save(dora, booking, shown).status_code == 200

    offer.refresh_from_db()
    assert offer.state == OfferState.WITHDRAWN
    assert press(ready, booking.pk, "accept").json()["code"] == "offer_gone"
    work("bookings.dispatch")
    assert Offer.objects.filter(booking=booking, state=OfferState.OFFERED, driver=ready).exists()


def test_accepted_driver_stays_and_is_notified(
    ada: User, ready: User, dora: User, economy: CarType, roads: Roads
) -> None:
    booking = make_booking(ada, economy, Status.ACCEPTED, driver=ready)
    edit(dora, booking, pickup=RYDE)
    assert (booking.status, booking.driver_id) == (Status.ACCEPTED, ready.pk)
    assert occasions(ready) == occasions(ada) == ["booking_changed"]
    assert f"tasks:{ready.pk}" in topics_of("booking.edited")
    assert look(ready, booking.pk)["pickup"]["add"] == RYDE["add"]


def test_new_pickup_sends_an_arrived_driver_back_to_accepted(
    ada: User, ready: User, dora: User, economy: CarType, roads: Roads
) -> None:
    booking = make_booking(ada, economy, Status.ARRIVED, driver=ready)
    body = edit(dora, booking, pickup=RYDE)
    assert (body["status"], booking.driver_id, booking.driver_arrive_time) == ("ACCEPTED", ready.pk, None)
    assert press(ready, booking.pk, "arrive").status_code == 200


@pytest.mark.parametrize("status", [Status.ACCEPTED, Status.ARRIVED])
def test_new_car_type_releases_the_driver_and_dispatches_again(
    status: Status, ada: User, ready: User, dora: User, economy: CarType, saloon: CarType, roads: Roads
) -> None:
    other = make_driver("Olga", saloon)
    credit_wallet(other)
    put_online(other)
    booking = make_booking(ada, economy, status, driver=ready, otp="12345")

    shown = preview(dora, booking, car_type_id=saloon.pk).json()
    assert (shown["driver_released"], shown["search_restarts"], shown["drivers_nearby"]) == (True, True, 1)
    body = save(dora, booking, shown).json()

    assert (body["status"], body["driver"], body["car_type"]["name"]) == ("NEW", None, "Saloon")
    assert not DriverProfile.objects.get(pk=ready.pk).busy
    assert occasions(ready) == ["released"]
    assert occasions(ada) == ["booking_changed"]
    assert Offer.objects.get(booking=booking, driver=ready).state == OfferState.WITHDRAWN
    entry = AuditEntry.objects.latest("id")
    assert (entry.before["driver"], entry.after["driver"]) == ("Ben Example", "")
    assert (entry.before["car_type"], entry.after["car_type"]) == (economy.name, "Saloon")
    work("bookings.dispatch")
    assert press(other, booking.pk, "accept").status_code == 200


def test_driver_is_released_only_if_the_trip_moves_far_ahead(
    ada: User, ready: User, dora: User, economy: CarType, roads: Roads
) -> None:
    booking = make_booking(ada, economy, Status.ACCEPTED, driver=ready)
    edit(dora, booking, trip_date=in_minutes(25).isoformat())
    assert (booking.status, booking.driver_id) == (Status.ACCEPTED, ready.pk)

    edit(dora, booking, trip_date=in_minutes(24 * 60).isoformat())
    assert (booking.status, booking.driver_id) == (Status.NEW, None)
    assert not DriverProfile.objects.get(pk=ready.pk).busy
    assert booking.dispatch_after == booking.release_at


# -- prepaid bookings --------------------------------------------------------------------------


@pytest.fixture
def held(ada: User, ready: User, economy: CarType, roads: Roads) -> Booking:
    """A booking prepaid from the wallet, which is empty now."""
    update_platform_settings(prepaid=True)
    reply = book(ada, quote(ada, economy))
    booking = Booking.objects.get(pk=reply.json()["id"])
    credit_wallet(ada, booking.payable_amount)
    assert pay(ada, booking.pk).json()["status"] == "NEW"
    booking.refresh_from_db()
    return booking


def test_cheaper_edit_refunds_the_difference_to_the_wallet(
    ada: User, dora: User, held: Booking, roads: Roads
) -> None:
    paid = held.customer_paid
    roads.quoted_km = D("3.000")

    shown = preview(dora, held, drop=RYDE).json()
    assert save(dora, held, shown).status_code == 200

    held.refresh_from_db()
    refund = paid - held.payable_amount
    assert refund > 0
    assert (D(shown["refunded"]), D(shown["charged"]), D(shown["left_to_pay"])) == (refund, D(0), D(0))
    assert (balance_of(ada.pk), platform_balance(TRIPS)) == (refund, held.payable_amount)
    assert (held.prepaid_amount, held.used_wallet_money) == (held.payable_amount, held.payable_amount)
    entry = JournalEntry.objects.get(kind="prepayment_change")
    assert (entry.booking_id, entry.created_by) == (held.pk, dora)
    # A cancellation refunds all that is held.
    assert press(ada, held.pk, "cancel", reason="Changed my mind").status_code == 200
    assert (balance_of(ada.pk), platform_balance(TRIPS)) == (paid, D(0))


def test_more_expensive_edit_is_charged_to_the_wallet(
    ada: User, dora: User, held: Booking, roads: Roads
) -> None:
    credit_wallet(ada, D(500))
    paid = held.customer_paid
    roads.quoted_km = D("15.000")

    shown = preview(dora, held, drop=RYDE).json()
    assert save(dora, held, shown).status_code == 200

    held.refresh_from_db()
    more = held.payable_amount - paid
    assert more > 0
    assert (D(shown["charged"]), D(shown["left_to_pay"])) == (more, D(0))
    assert (balance_of(ada.pk), platform_balance(TRIPS)) == (500 - more, held.payable_amount)
    assert (held.prepaid_amount, held.amount_due) == (held.payable_amount, D(0))


def test_amount_the_wallet_lacks_is_due_at_the_end(
    ada: User, ready: User, dora: User, held: Booking, roads: Roads
) -> None:
    credit_wallet(ada, D(1))
    paid = held.customer_paid
    roads.quoted_km = roads.driven_km = D("15.000")

    shown = preview(dora, held, drop=RYDE).json()
    assert save(dora, held, shown).status_code == 200

    held.refresh_from_db()
    assert D(shown["left_to_pay"]) == held.payable_amount - paid == held.amount_due
    assert (balance_of(ada.pk), platform_balance(TRIPS), held.prepaid_amount) == (D(1), paid, paid)
    work("bookings.dispatch")
    for action in ("accept", "arrive", "start", "reach"):
        assert press(ready, held.pk, action).status_code == 200
    shown = look(ada, held.pk)
    assert shown["status"] == "PENDING"
    credit_wallet(ada, D(500))
    assert pay(ada, held.pk).json()["status"] == "PAID"


@pytest.mark.parametrize(("before", "after"), [("500", "1"), ("1", "500")])
def test_edit_is_refused_if_the_wallet_changed_since_the_preview(
    before: str,
    after: str,
    ada: User,
    dora: User,
    held: Booking,
    roads: Roads,
    snapshot: Callable[[], Snapshot],
) -> None:
    credit_wallet(ada, D(before))
    roads.quoted_km = D("15.000")
    shown = preview(dora, held, drop=RYDE).json()
    if D(after) > D(before):
        credit_wallet(ada, D(after) - D(before))
    else:
        debit_by_admin(user_id=ada.pk, amount=D(before) - D(after), note="Used", by=dora, key="used")
    moved = snapshot()

    amounts = {name: shown[name] for name in ("charged", "left_to_pay")}
    reply = save(dora, held, shown, **amounts)

    assert (reply.status_code, reply.json()["code"]) == (409, "amount_changed")
    assert snapshot() == moved
    assert balance_of(ada.pk) == D(after)
    again = preview(dora, held, drop=RYDE).json()
    amounts = {name: again[name] for name in ("charged", "left_to_pay")}
    assert save(dora, held, again, **amounts).status_code == 200


def test_card_payment_is_reduced_after_the_wallets_part(
    ada: User, dora: User, held: Booking, roads: Roads, economy: CarType
) -> None:
    Booking.objects.filter(pk=held.pk).update(
        used_wallet_money=1, card_payment_amount=held.used_wallet_money - 1
    )
    held.refresh_from_db()
    roads.quoted_km = D("3.000")
    edit(dora, held, drop=RYDE)
    assert (held.used_wallet_money, held.card_payment_amount) == (D(0), held.payable_amount)


def test_unpaid_booking_is_due_at_the_new_price_with_a_new_deadline(
    ada: User, ready: User, dora: User, economy: CarType, roads: Roads
) -> None:
    update_platform_settings(prepaid=True)
    booking = Booking.objects.get(pk=book(ada, quote(ada, economy)).json()["id"])
    Booking.objects.filter(pk=booking.pk).update(payment_due_at=in_minutes(1))
    credit_wallet(ada, D(500))
    roads.quoted_km = D("15.000")

    edit(dora, booking, drop=RYDE)

    assert booking.payment_due_at is not None
    assert booking.payment_due_at > in_minutes(10)
    assert pay(ada, booking.pk).json()["status"] == "NEW"
    assert balance_of(ada.pk) == 500 - booking.payable_amount


def test_delivery_keeps_or_changes_its_parcel(
    ada: User, ready: User, dora: User, economy: CarType, roads: Roads
) -> None:
    deliver()
    give_parcels(economy)
    credit_wallet(ada, D(500))
    reply = order(ada, economy, parcel="Box", option="below 5 kg")
    booking = Booking.objects.get(pk=reply.json()["id"])
    assert pay(ada, booking.pk).json()["status"] == "NEW"
    booking.refresh_from_db()
    cost = booking.trip_cost

    edit(dora, booking, drop=RYDE)
    assert (booking.parcel_type_selected or {})["description"] == "Box"
    assert booking.trip_cost == cost
    fragile, heavy = (
        economy.parceltypes.get(description="Fragile").pk,
        economy.parceloptions.get(description="5 to 20 kg").pk,
    )
    edit(dora, booking, parcel_type_id=fragile, option_id=heavy)
    # 10 more for the parcel type, 10 for the option, plus the fee of 15 percent.
    assert booking.trip_cost == cost + D(20) + D(3)
    assert booking.prepaid_amount == booking.payable_amount == 500 - balance_of(ada.pk)
    wrong = preview(dora, booking, parcel_type_id=999_999)
    assert (wrong.status_code, "parcel_type_id" in wrong.json()["fields"]) == (400, True)


def test_promo_unused_after_a_prepaid_edit_is_released(
    ada: User, ready: User, dora: User, economy: CarType, roads: Roads
) -> None:
    deliver()
    credit_wallet(ada, D(500))
    make_promo("HALF", promo_discount_type="percentage", promo_discount_value=50, min_order=40)
    booking = Booking.objects.get(pk=order(ada, economy, promo_name="HALF").json()["id"])
    assert pay(ada, booking.pk).json()["status"] == "NEW"
    roads.quoted_km, roads.seconds = D("0.500"), 60

    edit(dora, booking, drop=RYDE)

    assert (booking.discount, booking.promo_id) == (D(0), None)
    assert not PromoRedemption.objects.exists()


# -- races -------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_concurrent_accept_and_edit_do_not_mix(
    ada: User, ready: User, dora: User, economy: CarType, roads: Roads
) -> None:
    desk, phone = client_of(dora), client_of(ready)
    for _ in range(4):
        booking = make_booking(ada, economy)
        make_offer(booking, ready)
        shown = desk.post(f"{API}/bookings/{booking.pk}/edit-preview/", {"drop": RYDE}).json()
        body = {"revision": shown["revision"], "quote_id": shown["quote_id"]}
        calls: tuple[Any, ...] = ((phone, "accept", {}), (desk, "edit", body))
        barrier = Barrier(2)

        def post_together(call: Any, booking: Booking = booking, barrier: Barrier = barrier) -> Any:
            client, action, data = call
            connection.ensure_connection()
            try:
                barrier.wait(30)
                reply = client.post(f"{API}/bookings/{booking.pk}/{action}/", data)
                return reply.status_code, reply.json().get("code", "")
            finally:
                connection.close()

        with ThreadPoolExecutor(2) as pool:
            accepted, edited = pool.map(post_together, calls)

        booking.refresh_from_db()
        if accepted[0] == 200:
            assert edited == (409, "booking_changed")
            assert (booking.status, booking.drop_add) == (Status.ACCEPTED, "The Parade, Cowes")
        else:
            assert (accepted, edited[0]) == ((409, "offer_gone"), 200)
            assert (booking.status, booking.drop_add) == (Status.NEW, RYDE["add"])
        assert desk.post(f"{API}/bookings/{booking.pk}/cancel/", {"reason": "Over"}).status_code == 200
