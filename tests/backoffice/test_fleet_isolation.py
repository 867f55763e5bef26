"""Fleet admins cannot change other fleets' data, and no form accepts undeclared fields."""

from contextlib import suppress
from typing import Any, Final

import pytest
from django.utils import timezone

from apps.accounts.choices import UserType
from apps.accounts.models import DriverDocument, DriverProfile, User
from apps.backoffice.models import Case
from apps.bookings.choices import Status
from apps.bookings.models import Booking, DailyEarnings
from apps.core.errors import NotFound
from apps.core.models import OutboxEntry
from apps.exports import registry
from apps.fares.models import CarType
from apps.fleet.models import Shift
from apps.wallet.models import Account
from tests.backoffice.people.api import API, RIDER, assert_refused, call, snapshot
from tests.bookings.builders import make_booking, put_online
from tests.fleet.builders import document, make_vehicle
from tests.personas import client_of, make_driver, make_user

pytestmark = pytest.mark.django_db

OF_FLEETS: Final = ("vehicles", "documents", "shifts")
OF_TRIPS: Final = ("bookings", "drivers", "driver_earnings", "cases")
EXPORTS: Final = {
    "own": (*OF_TRIPS, "wallet", *OF_FLEETS),
    "no": (
        *(
            "admins",
            "approvals",
            "audit",
            "cancel_reasons",
            "car_types",
            "earnings",
            "fleet_admins",
            "notifications",
        ),
        *(
            "payments",
            "promos",
            "public_holidays",
            "quotes",
            "register",
            "ranks",
            "requirements",
            "riders",
            "surge",
            "tariffs",
            "withdrawals",
        ),
    ),
}
"""What a fleet admin gets of each kind of export: the own fleet's rows, or none."""
MAPS: Final = ("dashboard/drivers/", "dashboard/alerts/")
NOTHING: Final = dict.fromkeys(("trip_cost", "convenience_fees", "discount", "cancellation_fees"), 0)


@pytest.fixture
def fred(db: None) -> User:
    """The admin of another fleet."""
    return make_user("Fred", UserType.FLEET_ADMIN)


@pytest.fixture
def fritz(fred: User, economy: CarType) -> User:
    """Drives for fred."""
    return make_driver("Fritz", economy, fleet_admin=fred)


@pytest.fixture
def trips(ada: User, bob: User, fritz: User, economy: CarType) -> dict[str, Booking]:
    """One rated trip of fay's driver and one of fred's, both in the day's earnings."""
    made = {
        name: make_booking(
            ada, economy, Status.COMPLETE, driver=driver, rating=4, feedback=f"By {driver.first_name}"
        )
        for name, driver in (("own", bob), ("other", fritz))
    }
    for booking in made.values():
        Case.objects.create(kind="complaint", person=ada, booking=booking, due_at=timezone.now())
        DailyEarnings.objects.get_or_create(
            day=timezone.localdate(),
            driver_id=booking.driver_id,
            defaults={"fleet_admin_id": booking.fleet_admin_id, "rides": 1, "driver_share": 9} | NOTHING,
        )
    return made


def rows(who: User, kind: str, **filters: Any) -> list[dict[str, Any]]:
    found = registry.export_kind(kind)
    made = found.table(who, found.check(who, filters))
    return [{column.name: column.value(row) for column in made.columns} for row in made.rows()]


# -- other fleets' data ----------------------------------------------------------------------------


def test_every_kind_of_export_is_covered() -> None:
    assert {*EXPORTS["own"], *EXPORTS["no"]} == registry._kinds.keys()


@pytest.mark.parametrize("kind", EXPORTS["no"])
def test_fleet_admin_gets_no_platform_wide_exports(fay: User, kind: str) -> None:
    assert_refused(call(fay, "post", "exports/", {"kind": kind, "format": "csv"}), 403, "forbidden")


@pytest.mark.parametrize("filters", [{}, {"driver": "fritz"}, {"fleet_admin": "fred"}])
def test_exports_and_lists_contain_only_the_own_fleet(
    fay: User, fred: User, fritz: User, trips: dict[str, Booking], filters: dict[str, str]
) -> None:
    ids = {"fritz": fritz.pk, "fred": fred.pk}
    params = {name: ids[value] for name, value in filters.items()}
    client = client_of(fay)
    content = ""
    for kind in OF_TRIPS:
        with suppress(NotFound):
            content += str(rows(fay, kind, **params))
    for path in ("bookings/", "drivers/", "reports/driver-earnings/", "cases/", *MAPS):
        reply = client.get(f"{API}{path}", params)
        assert reply.status_code in ({200, 404} if filters else {200}), (path, reply.json())
        content += reply.content.decode()
    assert "Bob" in content or filters
    for word in ("Fritz", "Fred", trips["other"].reference):
        assert word not in content


@pytest.mark.parametrize("kind", OF_FLEETS)
def test_lists_of_vehicles_documents_and_shifts_contain_only_the_own_fleet(
    kind: str, fay: User, fred: User, bob: User, fritz: User, economy: CarType
) -> None:
    for fleet, driver, plate in ((fay, bob, "OWN 1"), (fred, fritz, "OTHER 1")):
        document(make_vehicle(economy, plate=plate, fleet_admin=fleet), "inspection")
        document(driver, "permit")
        Shift.objects.create(driver=driver, started_at=timezone.now())
    for content in (str(rows(fay, kind)), call(fay, "get", f"{kind}/").content.decode()):
        assert "OWN 1" in content or "Bob" in content
        assert "OTHER 1" not in content
        assert "Fritz" not in content


def test_fleet_admin_gets_no_export_of_another_wallet(fay: User, bob: User, fritz: User) -> None:
    for driver in (bob, fritz):
        body = {"kind": "wallet", "format": "csv", "filters": {"user": driver.pk}}
        assert_refused(call(fay, "post", "exports/", body), 403, "forbidden")


def test_every_endpoint_of_another_fleets_driver_is_404(
    fay: User, fritz: User, trips: dict[str, Booking]
) -> None:
    document = DriverDocument.objects.create(driver=fritz, kind="insurance", number="P-1")
    trip = trips["other"].pk
    case = Case.objects.get(booking=trip).pk
    client = client_of(fay)
    before = snapshot()
    for method, path, status in (
        ("get", f"people/{fritz.pk}/", 404),
        ("patch", f"people/{fritz.pk}/", 404),
        ("delete", f"people/{fritz.pk}/", 404),
        ("put", f"people/{fritz.pk}/photo/", 404),
        ("delete", f"people/{fritz.pk}/photo/", 404),
        ("get", f"people/{fritz.pk}/ratings/", 404),
        ("get", f"people/{fritz.pk}/presence/", 404),
        ("get", f"people/{fritz.pk}/documents/", 404),
        ("post", f"people/{fritz.pk}/documents/", 404),
        ("patch", f"driver-documents/{document.pk}/", 404),
        ("delete", f"driver-documents/{document.pk}/", 404),
        ("get", f"users/{fritz.pk}/wallet/history/", 403),
        ("post", f"users/{fritz.pk}/wallet/credit/", 403),
        ("get", f"cases/{case}/", 404),
        ("get", f"bookings/{trip}/", 404),
        ("get", f"bookings/{trip}/events/", 404),
        ("get", f"bookings/{trip}/track/", 404),
        ("get", f"bookings/{trip}/messages/", 404),
        ("get", f"bookings/{trip}/receipt/", 404),
    ):
        reply = getattr(client, method)(f"{API}{path}", {} if method != "get" else None)
        assert reply.status_code == status, (method, path, reply.content)
        assert "Fritz" not in reply.content.decode()
    assert snapshot() == before


def test_ratings_from_trips_for_other_fleets_are_hidden(
    fay: User, dora: User, fritz: User, trips: dict[str, Booking]
) -> None:
    DriverProfile.objects.filter(pk=fritz.pk).update(fleet_admin=fay)
    assert call(fay, "get", f"people/{fritz.pk}/ratings/").json()["results"] == []
    (rating,) = call(dora, "get", f"people/{fritz.pk}/ratings/").json()["results"]
    assert rating["feedback"] == "By Fritz"


def test_import_cannot_add_drivers_to_another_fleet(fay: User, fred: User) -> None:
    text = (
        "first_name,last_name,email,mobile,fleet_admin,approved,user_type,is_staff,wallet_balance\n"
        f"Eve,Lee,eve@example.org,+447700900199,{fred.email},yes,admin,yes,500\n"
        f"Eva,Lee,eva@example.org,+447700900198,{fay.email},yes,admin,yes,500\n"
    )
    body = {"user_type": "driver", "text": text, "mapping": {}, "all_or_nothing": False, "send_emails": False}
    reply = call(fay, "post", "people/import/apply/", body)
    assert (reply.status_code, reply.json()["added"]) == (200, 1), reply.json()
    assert not User.objects.filter(first_name="Eve").exists()
    eva = User.objects.get(first_name="Eva")
    assert DriverProfile.objects.get(pk=eva.pk).fleet_admin_id == fay.pk
    assert (eva.user_type, eva.is_staff, eva.is_superuser) == ("driver", False, False)
    assert not Account.objects.filter(user=eva, balance__gt=0).exists()


# -- undeclared fields -----------------------------------------------------------------------------

SMUGGLED: Final = {
    "user_type": "admin",
    "usertype": "admin",
    "walletBalance": "500",
    "wallet_balance": "500",
    "is_staff": True,
    "is_superuser": True,
    "is_active": False,
    "created_by_admin": False,
    "referral_id": "stolen1",
    "signup_via_referral": 1,
    "deleted_at": None,
    "rating": "5.0",
    "busy": True,
    "id": 1,
}


@pytest.mark.parametrize("list_", ["riders", "drivers", "fleet-admins", "admins"])
def test_create_ignores_undeclared_fields(dora: User, list_: str) -> None:
    client = client_of(dora)
    before = snapshot()
    for field, value in SMUGGLED.items():
        reply = client.post(f"{API}{list_}/", RIDER | {field: value}, format="json")
        assert_refused(reply, 400, "invalid", field)
    assert snapshot() == before


def test_update_ignores_undeclared_fields(dora: User, bob: User) -> None:
    client = client_of(dora)
    before = snapshot()
    for field in (*SMUGGLED, "password", "email", "mobile", "mobile_verified"):
        body = {"first_name": "Eve", field: SMUGGLED.get(field, "x")}
        assert_refused(client.patch(f"{API}people/{bob.pk}/", body, format="json"), 400, "invalid", field)
    assert snapshot() == before


@pytest.mark.parametrize("role", ["admin", "fleetadmin", "root"])
def test_no_one_signs_up_as_staff(role: str) -> None:
    form = {
        "first_name": "Eve",
        "last_name": "Lee",
        "email": "eve@example.org",
        "password": "secret1",
        "phone": "7700900321",
        "country": "GB",
    }
    for name in ("user_type", "usertype"):
        client_of(None).post(f"{API}auth/sign-up/", form | {name: role, "is_staff": True}, format="json")
    assert not User.objects.exclude(user_type=UserType.RIDER).exists()
    assert not User.objects.filter(is_staff=True).exists()


def test_promo_count_and_default_language_cannot_be_set(dora: User) -> None:
    client = client_of(dora)
    promo = {
        "promo_name": "WELCOME",
        "promo_description": "",
        "promo_discount_type": "flat",
        "promo_discount_value": "2",
        "min_order": "0",
        "promo_validity": (timezone.now().date()).isoformat(),
        "promo_usage_limit": 1,
        "user_avail": -50,
    }
    reply = client.post(f"{API}promos/", promo, format="json")
    assert reply.status_code == 400 or reply.json()["user_avail"] == 0, reply.json()
    language = {"name": "Klingon", "code": "tlh", "date_locale": "en", "default": True}
    reply = client.post(f"{API}languages/", language, format="json")
    assert reply.status_code == 400 or reply.json()["default"] is False, reply.json()


def test_driver_who_leaves_the_fleet_leaves_its_map(bob: User, fay: User, fred: User, dora: User) -> None:
    put_online(bob)
    assert "Bob" in str(call(fay, "get", "dashboard/drivers/").json())
    assert call(dora, "patch", f"people/{bob.pk}/", {"fleet_admin": fred.pk}).status_code == 200
    # Open maps get this event, and no later ones.
    published = OutboxEntry.objects.filter(topic__startswith="fleet", payload__driver_id=bob.pk).order_by(
        "-id"
    )
    assert list(published.values_list("topic", "name")[:2]) == [
        (f"fleet:{fred.pk}", "driver.online"),
        (f"fleet:{fay.pk}", "driver.offline"),
    ]
    assert "Bob" not in str(call(fay, "get", "dashboard/drivers/").json())
    assert "Bob" in str(call(fred, "get", "dashboard/drivers/").json())
