"""Car types edited by admins: validated, audited, published to open pages, refused in demo mode."""

from decimal import Decimal
from typing import Any

import pytest
from rest_framework.test import APIClient

from apps.accounts.models import DriverProfile, User
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.core.models import AuditEntry, OutboxEntry
from apps.core.platform import update_platform_settings
from apps.fares.models import CancelSlab, CarType, ParcelType
from tests.bookings.builders import make_booking
from tests.personas import client_of
from tests.pictures import png, upload

pytestmark = pytest.mark.django_db
URL = "/api/v1/car-types/"
SALOON: dict[str, Any] = {
    "name": "Saloon",
    "base_fare": "4.50",
    "rate_per_unit_distance": "2",
    "rate_per_hour": "12",
    "min_fare": "7",
    "convenience_fees": "10",
    "convenience_fee_type": "percentage",
    "extra_info": "Four seats",
    "parcel_types": [{"description": "Box", "amount": "5"}, {"description": "Envelope", "amount": "0"}],
    "options": [{"description": "By hand", "amount": "1"}],
    "cancel_slabs": [{"mins_delayed": 2, "amount": "3"}, {"mins_delayed": 5, "amount": "6"}],
}


@pytest.fixture
def office(dora: User) -> APIClient:
    return client_of(dora)


def snapshot() -> Any:
    """Return the rows that a refusal must not change."""
    return (
        list(CarType.objects.order_by("pk").values()),
        list(ParcelType.objects.order_by("pk").values()),
        list(CancelSlab.objects.order_by("pk").values()),
        AuditEntry.objects.count(),
        OutboxEntry.objects.count(),
    )


def test_new_car_type_is_offered_with_its_tables_and_published(office: APIClient, dora: User) -> None:
    made = office.post(URL, SALOON)
    assert made.status_code == 201
    listed = client_of(None).get(URL).json()["results"][-1]
    assert (listed["name"], listed["base_fare"], listed["convenience_fees"]) == (
        "Saloon",
        "4.5000",
        "10.0000",
    )
    assert [row["description"] for row in listed["parcel_types"]] == ["Box", "Envelope"]
    assert [row["mins_delayed"] for row in listed["cancel_slabs"]] == [2, 5]
    entry = AuditEntry.objects.get()
    assert (entry.actor_id, entry.action, entry.kind, entry.label) == (dora.pk, "added", "car_type", "Saloon")
    assert entry.after["parcel_types"] == [
        {"description": "Box", "amount": "5.0000"},
        {"description": "Envelope", "amount": "0.0000"},
    ]
    event = OutboxEntry.objects.get(topic="settings")
    assert (event.name, event.payload) == ("settings.changed", {"changed": ["car_types"]})


def test_changed_rate_is_audited_with_old_and_new_values(
    office: APIClient, dora: User, economy: CarType
) -> None:
    changed = office.patch(f"{URL}{economy.pk}/", {"base_fare": "11"})
    assert (changed.status_code, changed.json()["base_fare"]) == (200, "11.0000")
    entry = AuditEntry.objects.get()
    assert (entry.actor_id, entry.before, entry.after) == (
        dora.pk,
        {"base_fare": "10.0000"},
        {"base_fare": "11.0000"},
    )


def test_sub_table_is_replaced_and_rows_keep_their_ids(office: APIClient) -> None:
    made = office.post(URL, SALOON).json()
    box, envelope = made["parcel_types"]
    swapped = [
        {"id": envelope["id"], "description": "Box", "amount": "2"},
        {"id": box["id"], "description": "Envelope", "amount": "5"},
        {"description": "Sofa", "amount": "50"},
    ]
    after = office.patch(f"{URL}{made['id']}/", {"parcel_types": swapped}).json()
    assert [(row["id"], row["description"]) for row in after["parcel_types"][:2]] == [
        (envelope["id"], "Box"),
        (box["id"], "Envelope"),
    ]
    assert after["parcel_types"][2]["description"] == "Sofa"
    assert len(after["options"]) == 1
    entry = AuditEntry.objects.latest("pk")
    assert entry.before.keys() == {"parcel_types"}


@pytest.mark.parametrize(
    ("wrong", "code", "field"),
    [
        ({"base_fare": "-1"}, "invalid", "base_fare"),
        ({"min_fare": "NaN"}, "invalid", "min_fare"),
        ({"convenience_fees": "100.5"}, "invalid", "convenience_fees"),
        ({"convenience_fee_type": "half"}, "invalid", "convenience_fee_type"),
        ({"name": " "}, "invalid", "name"),
        ({"name": "eCONOMY"}, "car_type_exists", "name"),
        (
            {"parcel_types": [{"description": "Box", "amount": "1"}, {"description": "box", "amount": "2"}]},
            "invalid",
            "parcel_types.1.description",
        ),
        ({"options": [{"description": "Box", "amount": "-1"}]}, "invalid", "options.0.amount"),
        (
            {"cancel_slabs": [{"mins_delayed": 4, "amount": "1"}, {"mins_delayed": 4, "amount": "2"}]},
            "invalid",
            "cancel_slabs.1.mins_delayed",
        ),
        (
            {"cancel_slabs": [{"mins_delayed": 4, "amount": "1"}, {"mins_delayed": 2, "amount": "2"}]},
            "invalid",
            "cancel_slabs.1.mins_delayed",
        ),
    ],
)
def test_invalid_value_is_named_and_changes_nothing(
    office: APIClient, economy: CarType, wrong: dict[str, Any], code: str, field: str
) -> None:
    made = office.post(URL, SALOON).json()
    before = snapshot()
    for response in (
        office.patch(f"{URL}{made['id']}/", wrong),
        office.post(URL, SALOON | {"name": "Other"} | wrong),
    ):
        assert (response.status_code, response.json()["code"]) == (400, code)
        assert field in response.json()["fields"]
    assert snapshot() == before


def test_flat_fee_may_exceed_a_hundred(office: APIClient) -> None:
    assert (
        office.post(URL, SALOON | {"convenience_fees": "150", "convenience_fee_type": "flat"}).status_code
        == 201
    )


def test_car_type_of_a_driver_is_not_deleted(office: APIClient, ben: User, economy: CarType) -> None:
    before = snapshot()
    response = office.delete(f"{URL}{economy.pk}/")
    assert (response.status_code, response.json()["code"]) == (409, "car_type_in_use")
    assert snapshot() == before


def test_car_type_of_an_open_booking_is_not_deleted(office: APIClient, ada: User, economy: CarType) -> None:
    make_booking(ada, economy, Status.NEW)
    assert office.delete(f"{URL}{economy.pk}/").json()["code"] == "car_type_in_use"
    assert CarType.objects.filter(pk=economy.pk).exists()


def test_deleted_car_type_stays_on_past_bookings(
    office: APIClient, dora: User, ada: User, ben: User, economy: CarType
) -> None:
    booking = make_booking(ada, economy, Status.COMPLETE, driver=ben)
    DriverProfile.objects.update(car_type=None)
    assert office.delete(f"{URL}{economy.pk}/").status_code == 204
    past = Booking.objects.get(pk=booking.pk)
    assert (past.car_type_id, past.car_type_name) == (None, "Economy")
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.label, entry.before["base_fare"]) == ("deleted", "Economy", "10.0000")


def test_image_is_resized_and_replaced(office: APIClient, economy: CarType) -> None:
    url = f"{URL}{economy.pk}/image/"
    first = office.put(url, {"image": upload(png((800, 300)))}, format="multipart").json()["image"]
    second = office.put(url, {"image": upload(png())}, format="multipart").json()["image"]
    assert first.endswith(".jpg")
    assert second != first
    economy.refresh_from_db()
    assert economy.image.width == 80
    assert office.delete(url).json()["image"] is None
    assert AuditEntry.objects.filter(kind="car_type", after__has_key="image").count() == 3


def test_invalid_image_is_refused(office: APIClient, economy: CarType) -> None:
    before = snapshot()
    response = office.put(
        f"{URL}{economy.pk}/image/", {"image": upload(b"GIF89a nothing")}, format="multipart"
    )
    assert (response.status_code, response.json()["code"]) == (400, "image_invalid")
    assert snapshot() == before


def test_moved_car_type_is_moved_in_the_riders_list(office: APIClient, economy: CarType) -> None:
    made = office.post(URL, SALOON).json()
    office.post(f"{URL}{made['id']}/move/", {"to": 0})
    assert [row["name"] for row in client_of(None).get(URL).json()["results"]] == ["Saloon", "Economy"]
    entry = AuditEntry.objects.latest("pk")
    assert (entry.action, entry.before, entry.after) == ("moved", {"position": 1}, {"position": 0})


def test_admins_see_all_car_types_with_driver_counts(office: APIClient, ben: User, bob: User) -> None:
    CarType.objects.create(name="Truck", app_category="delivery")
    rows = {row["name"]: row for row in office.get(f"{URL}all/").json()["results"]}
    assert (rows["Economy"]["drivers"], rows["Truck"]["drivers"]) == (2, 0)
    assert rows["Truck"]["app_category"] == "delivery"
    assert "Truck" not in [row["name"] for row in client_of(None).get(URL).json()["results"]]


def test_list_queries_do_not_grow_with_the_rows(
    office: APIClient, economy: CarType, django_assert_num_queries: Any
) -> None:
    office.get(f"{URL}all/")
    with django_assert_num_queries(5):
        office.get(f"{URL}all/")
    CarType.objects.bulk_create(CarType(name=f"Kind {n}") for n in range(20))
    with django_assert_num_queries(5):
        office.get(f"{URL}all/")


FIGURES = {
    name: SALOON[name]
    for name in SALOON
    if name not in {"name", "extra_info", "parcel_types", "options", "cancel_slabs"}
}


def test_preview_uses_the_fare_engine_and_saves_nothing(office: APIClient) -> None:
    before = snapshot()
    figures = FIGURES | {"distance": "5", "minutes": "15", "parcel_amount": "5"}
    body = office.post(f"{URL}preview/", figures).json()
    # 4.50 + 5 x 2 + a quarter of 12 + 5, plus a tenth.
    assert (body["trip_cost"], body["driver_share"], body["convenience_fees"]) == (
        "24.7500",
        "22.5000",
        "2.2500",
    )
    assert sum(Decimal(line["amount"]) for line in body["breakdown"]) == Decimal("24.75")
    assert snapshot() == before


def test_preview_uses_the_platforms_distance_unit(office: APIClient) -> None:
    update_platform_settings(convert_to_mile=True)
    body = office.post(f"{URL}preview/", FIGURES | {"distance": "5", "minutes": "0"}).json()
    assert [(line["quantity"], line["unit"]) for line in body["breakdown"] if line["key"] == "distance"] == [
        ("5.000", "mi")
    ]
    assert body["driver_share"] == "14.5000"


def test_invalid_preview_is_refused(office: APIClient) -> None:
    response = office.post(f"{URL}preview/", FIGURES | {"distance": "-1", "minutes": "15"})
    assert (response.status_code, list(response.json()["fields"])) == (400, ["distance"])


def test_demo_mode_allows_adding_only(office: APIClient, economy: CarType) -> None:
    update_platform_settings(allow_critical_edits_admin=False)
    before = snapshot()
    url = f"{URL}{economy.pk}/"
    for response in (
        office.patch(url, {"base_fare": "1"}),
        office.delete(url),
        office.post(f"{url}move/", {"to": 0}),
        office.put(f"{url}image/", {"image": upload(png())}, format="multipart"),
        office.delete(f"{url}image/"),
    ):
        assert (response.status_code, response.json()["code"]) == (403, "demo_mode")
    assert snapshot() == before
    assert office.post(URL, SALOON).status_code == 201


def test_other_roles_cannot_edit_car_types(ada: User, fay: User, economy: CarType) -> None:
    before = snapshot()
    for who in (ada, fay):
        assert client_of(who).post(URL, SALOON).status_code == 403
        assert client_of(who).patch(f"{URL}{economy.pk}/", {"base_fare": "0"}).status_code == 403
    assert client_of(None).post(URL, SALOON).status_code == 401
    assert snapshot() == before


def test_row_of_another_car_type_is_not_moved(office: APIClient, economy: CarType) -> None:
    made = office.post(URL, SALOON).json()
    foreign = made["parcel_types"][0]["id"]
    rows = [{"id": foreign, "description": "Stolen", "amount": "1"}]
    after = office.patch(f"{URL}{economy.pk}/", {"parcel_types": rows}).json()
    assert after["parcel_types"][0]["id"] != foreign
    assert ParcelType.objects.get(pk=foreign).description == "Box"


# -- capacity ----------------------------------------------------------------------------------


def test_capacity_is_stored_audited_and_can_be_removed(office: APIClient, economy: CarType) -> None:
    url = f"{URL}{economy.pk}/"
    assert office.patch(url, {"seats": 4, "luggage": 0}).status_code == 200
    economy.refresh_from_db()
    assert (economy.seats, economy.luggage) == (4, 0)
    entry = AuditEntry.objects.latest("id")
    assert (entry.before, entry.after) == ({"seats": None, "luggage": None}, {"seats": 4, "luggage": 0})
    assert office.patch(url, {"seats": None, "luggage": None}).status_code == 200
    economy.refresh_from_db()
    assert (economy.seats, economy.luggage) == (None, None)


@pytest.mark.parametrize("field", [{"seats": 0}, {"seats": 101}, {"luggage": -1}, {"luggage": "many"}])
def test_impossible_capacity_is_refused(office: APIClient, economy: CarType, field: dict[str, Any]) -> None:
    before = snapshot()
    reply = office.patch(f"{URL}{economy.pk}/", field)
    assert (reply.status_code, list(reply.json()["fields"])) == (400, list(field))
    assert snapshot() == before
