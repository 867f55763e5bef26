"""Which users see which parts of a booking."""

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking, CancelReason, TrackingPoint
from apps.bookings.services.dispatching import dispatch_booking, dispatch_waiting
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from tests.bookings.builders import credit_wallet, make_booking, make_offer, move, put_online
from tests.bookings.roads import Roads
from tests.bookings.test_dispatch import searching
from tests.personas import client_of, make_user

pytestmark = pytest.mark.django_db
API = "/api/v1"


@pytest.fixture
def accepted(ada: User, bob: User, economy: CarType) -> Booking:
    """ada's booking, accepted by bob of fay's fleet."""
    return make_booking(ada, economy, Status.ACCEPTED, driver=bob)


def seen(booking: Booking, *people: User) -> list[int]:
    return [client_of(person).get(f"{API}/bookings/{booking.pk}/").status_code for person in people]


def test_booking_is_visible_to_its_users_only(
    accepted: Booking, ada: User, bob: User, fay: User, dora: User, ben: User, cleo: User
) -> None:
    assert seen(accepted, ada, bob, fay, dora) == [200] * 4
    assert seen(accepted, ben, cleo, make_user("Fred", UserType.FLEET_ADMIN)) == [404] * 3
    assert client_of(None).get(f"{API}/bookings/{accepted.pk}/").status_code == 401


def test_offered_booking_is_visible_to_the_driver_until_the_offer_closes(
    ada: User, ben: User, bob: User, economy: CarType
) -> None:
    booking = make_booking(ada, economy)
    offer = make_offer(booking, ben)
    assert seen(booking, ben, bob) == [200, 404]

    offer.state = "withdrawn"
    offer.save()

    assert seen(booking, ben) == [404]


def test_offered_driver_sees_neither_contacts_nor_other_offers(
    ada: User, ben: User, bob: User, economy: CarType
) -> None:
    booking = make_booking(ada, economy, otp="12345")
    make_offer(booking, ben)
    make_offer(booking, bob)

    body = client_of(ben).get(f"{API}/bookings/{booking.pk}/").json()

    assert body["customer"] == {"id": ada.pk, "name": "Ada Example", "contact": "", "image": None}
    assert (body["otp"], body["requested_drivers"]) == (None, {str(ben.pk): True})
    assert body["actions"] == ["accept", "decline"]
    assert client_of(ada).get(f"{API}/bookings/{booking.pk}/").json()["requested_drivers"] == {
        str(ben.pk): True,
        str(bob.pk): True,
    }
    assert client_of(ben).get(f"{API}/bookings/{booking.pk}/events/").status_code == 404
    assert client_of(ben).get(f"{API}/bookings/{booking.pk}/track/").status_code == 404


def test_riders_do_not_see_shares(accepted: Booking, ada: User, bob: User, fay: User, dora: User) -> None:
    rider = client_of(ada).get(f"{API}/bookings/{accepted.pk}/").json()
    assert (rider["trip_cost"], rider["driver_share"], rider["convenience_fees"]) == ("56.0600", None, None)
    for person in (bob, fay, dora):
        body = client_of(person).get(f"{API}/bookings/{accepted.pk}/").json()
        assert (body["driver_share"], body["convenience_fees"]) == ("48.7500", "7.3100")


def test_rider_and_driver_see_phones_while_the_booking_is_active(
    ada: User, ben: User, economy: CarType
) -> None:
    booking = make_booking(ada, economy, Status.ACCEPTED, driver=ben)
    address = f"{API}/bookings/{booking.pk}/"
    assert client_of(ada).get(address).json()["driver"]["contact"] == ben.mobile
    assert client_of(ben).get(address).json()["customer"]["contact"] == ada.mobile

    Booking.objects.filter(pk=booking.pk).update(status=Status.CANCELLED)

    assert client_of(ada).get(address).json()["driver"]["contact"] == ""
    assert client_of(ben).get(address).json()["customer"]["contact"] == ""


def test_demo_mode_hides_phones(accepted: Booking, ada: User, dora: User) -> None:
    update_platform_settings(allow_critical_edits_admin=False)

    assert client_of(ada).get(f"{API}/bookings/{accepted.pk}/").json()["driver"]["contact"] == "Hidden"
    admin = client_of(dora).get(f"{API}/bookings/{accepted.pk}/").json()
    assert admin["customer"]["contact"] == "Hidden"


def test_car_position_is_shown_during_the_trip(ada: User, ben: User, economy: CarType) -> None:
    move(ben, (50.71, -1.29))
    booking = make_booking(ada, economy, Status.STARTED, driver=ben)
    address = f"{API}/bookings/{booking.pk}/"
    position = client_of(ada).get(address).json()["driver"]["position"]
    assert (position["lat"], position["lng"]) == (50.71, -1.29)

    Booking.objects.filter(pk=booking.pk).update(status=Status.PENDING)

    assert client_of(ada).get(address).json()["driver"]["position"] is None


AT_THE_END = ["record-payment", "request-payment", "adjust-fare"]


@pytest.mark.parametrize(
    ("status", "rider", "driver", "admin"),
    [
        (Status.PAYMENT_PENDING, ["pay", "promo", "cancel"], [], ["edit", "cancel"]),
        (
            Status.NEW,
            ["search", "book-later", "change-stops", "cancel"],
            [],
            ["search", "hold", "edit", "change-stops", "cancel"],
        ),
        (
            Status.ACCEPTED,
            ["change-stops", "cancel"],
            ["cancel", "arrive"],
            ["unassign", "reassign", "edit", "change-stops", "cancel"],
        ),
        (
            Status.ARRIVED,
            ["change-stops", "cancel"],
            ["cancel", "start", "no-show"],
            ["unassign", "reassign", "edit", "change-stops", "cancel", "no-show"],
        ),
        (Status.STARTED, ["change-stops"], ["reach"], ["change-stops", "force-end"]),
        (Status.REACHED, [], ["collect-cash", "request-payment", "rate-rider"], AT_THE_END),
        (
            Status.PENDING,
            ["pay", "promo"],
            ["collect-cash", "rate-rider"],
            ["record-payment", "write-off", "adjust-fare"],
        ),
        (Status.PAID, ["complete"], ["rate-rider"], ["adjust-fare", "refund"]),
        (Status.COMPLETE, [], ["rate-rider"], ["adjust-fare", "refund"]),
        (Status.CANCELLED, [], [], []),
    ],
)
def test_actions_by_status_and_role(
    status: Status,
    rider: list[str],
    driver: list[str],
    admin: list[str],
    ada: User,
    bob: User,
    fay: User,
    dora: User,
    economy: CarType,
) -> None:
    booking = make_booking(ada, economy, status, driver=bob)
    for person, actions in ((ada, rider), (bob, driver), (dora, admin), (fay, [])):
        rows = client_of(person).get(f"{API}/bookings/").json()["results"]
        assert [row["actions"] for row in rows] in ([actions], [])
        reply = client_of(person).get(f"{API}/bookings/{booking.pk}/")
        assert reply.status_code == 404 or reply.json()["actions"] == actions


def test_assigning_is_offered_to_admins_without_automatic_dispatch(
    ada: User, dora: User, economy: CarType
) -> None:
    booking = make_booking(ada, economy)
    update_platform_settings(auto_dispatch=False)

    offered = client_of(dora).get(f"{API}/bookings/{booking.pk}/").json()["actions"]
    assert offered == ["search", "assign", "hold", "edit", "change-stops", "cancel"]
    offered = client_of(ada).get(f"{API}/bookings/{booking.pk}/").json()["actions"]
    assert offered == ["book-later", "change-stops", "cancel"]


def test_offer_shows_share_payment_distance_and_parcel(
    ada: User, ready: User, economy: CarType, roads: Roads
) -> None:
    booking = searching(
        ada,
        economy,
        app_category="delivery",
        chosen_payment="wallet",
        parcel_type_selected={"id": 1, "description": "Fragile", "amount": "15.0000"},
        option_selected={"id": 2, "description": "5 to 20 kg", "amount": "20.0000"},
        pickup_instructions="Behind the counter",
        delivery_instructions="Ring twice",
    )
    dispatch_booking(booking_id=booking.pk)

    (offer,) = client_of(ready).get(f"{API}/me/tasks/").json()["offers"]

    assert offer["driver_share"] == "48.7500"
    assert offer["chosen_payment"] == "wallet"
    assert (offer["road_distance_km"], offer["eta_seconds"]) == (float(roads.quoted_km), 60)
    assert offer["estimate_distance_km"] == 7.5
    assert offer["parcel_type_selected"]["description"] == "Fragile"
    assert offer["option_selected"]["description"] == "5 to 20 kg"
    assert offer["pickup_instructions"] == "Behind the counter"
    assert offer["delivery_instructions"] == "Ring twice"


@pytest.mark.parametrize("policy", ["broadcast", "waves", "batch"])
def test_every_dispatch_policy_stores_the_road_distance(
    policy: str, ada: User, ready: User, economy: CarType, roads: Roads
) -> None:
    update_platform_settings(dispatch_policy=policy)
    booking = searching(ada, economy)
    dispatch_booking(booking_id=booking.pk)
    dispatch_waiting(booking_ids=[booking.pk])

    offer = booking.offers.get()
    assert (offer.driver_id, offer.road_distance_km) == (ready.pk, float(roads.quoted_km))


def test_offer_has_only_the_great_circle_distance_without_routing(
    ada: User, ready: User, economy: CarType, roads: Roads
) -> None:
    roads.silent = True
    booking = searching(ada, economy)
    dispatch_booking(booking_id=booking.pk)

    (offer,) = client_of(ready).get(f"{API}/me/tasks/").json()["offers"]

    assert (offer["road_distance_km"], offer["eta_seconds"]) == (None, None)
    assert offer["distance_km"] == pytest.approx(0, abs=1e-6)


def test_driver_sees_offers_or_the_current_trip(ada: User, ben: User, economy: CarType) -> None:
    soon, later = make_booking(ada, economy), make_booking(ada, economy)
    make_offer(later, ben, expires_at=timezone.now() + timedelta(seconds=50))
    make_offer(soon, ben, expires_at=timezone.now() + timedelta(seconds=40), distance_km=1.5, eta_seconds=90)

    tasks = client_of(ben).get(f"{API}/me/tasks/").json()

    assert tasks["current"] is None
    assert [offer["booking_id"] for offer in tasks["offers"]] == [soon.pk, later.pk]
    assert (
        tasks["offers"][0] | {"driver_share": "48.7500", "distance_km": 1.5, "eta_seconds": 90}
        == (tasks["offers"][0])
    )
    trip = make_booking(ada, economy, Status.ARRIVED, driver=ben)

    tasks = client_of(ben).get(f"{API}/me/tasks/").json()

    assert (tasks["offers"], tasks["current"]["id"]) == ([], trip.pk)
    assert client_of(ada).get(f"{API}/me/tasks/").status_code == 403


def test_track_is_from_start_to_reach(ada: User, ben: User, cleo: User, economy: CarType) -> None:
    booking = make_booking(ada, economy, Status.PAID, driver=ben)
    now = timezone.now()
    for second, (status, lat) in enumerate([("ACCEPTED", 50.0), ("STARTED", 38.5), ("REACHED", 40.7)]):
        at = now + timedelta(seconds=second)
        TrackingPoint.objects.create(booking=booking, at=at, status=status, lat=lat, lng=-120.2)

    body = client_of(ada).get(f"{API}/bookings/{booking.pk}/track/").json()

    assert [point["lat"] for point in body["points"]] == [38.5, 40.7]
    assert body["polyline_points"] == "_p~iF~ps|U_ulL?"
    assert client_of(cleo).get(f"{API}/bookings/{booking.pk}/track/").status_code == 404


def test_only_admins_read_offers(ada: User, ben: User, dora: User, economy: CarType) -> None:
    booking = make_booking(ada, economy)
    make_offer(booking, ben, distance_km=0.4, rank=1)

    (row,) = client_of(dora).get(f"{API}/bookings/{booking.pk}/offers/").json()["results"]

    assert (row["driver"], row["state"], row["rank"]) == ({"id": ben.pk, "name": "Ben Example"}, "offered", 1)
    for person in (ada, ben):
        assert client_of(person).get(f"{API}/bookings/{booking.pk}/offers/").status_code == 403


def test_cancel_reasons_are_public(reasons: list[CancelReason]) -> None:
    results = client_of(None).get(f"{API}/cancel-reasons/").json()["results"]
    assert (results[0]["label"], results[0]["value"]) == ("Unable to Contact Driver", 0)
    assert [reason["value"] for reason in results] == [0, 1, 2]


def test_admin_assigns_a_driver(ada: User, ben: User, dora: User, economy: CarType) -> None:
    credit_wallet(ben)
    put_online(ben)
    booking = make_booking(ada, economy)
    address = f"{API}/bookings/{booking.pk}/assign/"
    assert client_of(dora).post(address, {"driver_id": ben.pk}).json()["code"] == "auto_dispatch_on"
    update_platform_settings(auto_dispatch=False)

    reply = client_of(dora).post(address, {"driver_id": ben.pk})

    assert (reply.status_code, reply.json()["detail"]) == (200, "Driver assigned successfully and notified")
    assert reply.json()["requested_drivers"] == {str(ben.pk): True}
    assert client_of(dora).post(address, {"driver_id": ben.pk}).json()["code"] == "already_assigned"
    assert client_of(ben).post(f"{API}/bookings/{booking.pk}/accept/").status_code == 200


def test_unavailable_driver_cannot_be_assigned(ada: User, ben: User, dora: User, economy: CarType) -> None:
    update_platform_settings(auto_dispatch=False)
    booking = make_booking(ada, economy)
    address = f"{API}/bookings/{booking.pk}/assign/"
    assert client_of(dora).post(address, {"driver_id": ben.pk}).json()["code"] == "driver_not_available"
    put_online(ben)
    assert client_of(dora).post(address, {"driver_id": ben.pk}).json()["code"] == "low_balance"
    credit_wallet(ben)
    make_booking(ada, economy, Status.STARTED, driver=ben)
    assert client_of(dora).post(address, {"driver_id": ben.pk}).json()["code"] == "driver_busy"
    assert client_of(dora).post(address, {"driver_id": ada.pk}).json()["code"] == "driver_not_available"
    assert not booking.offers.exists()
