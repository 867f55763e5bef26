"""The history as a file: the list's filters, the role's columns, immediate or in the background."""

import csv
import io
from decimal import Decimal
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from django.conf import settings as django_settings
from django.test import Client

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.core.platform import update_platform_settings
from apps.exports import direct, lists
from apps.exports.models import Export
from apps.fares.models import CarType
from config.env import env
from config.storage import media_storages
from tests.bookings.api import API, work
from tests.bookings.builders import make_booking
from tests.personas import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Path:
    here = env.model_copy(update={"media_root": tmp_path})
    settings.STORAGES = {**django_settings.STORAGES, **media_storages(here, media_url="/media/")}
    return tmp_path


def records(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))


def download(person: User, **query: Any) -> Any:
    return client_of(person).get(f"{API}/bookings/", {"format": "csv", **query})


def export(person: User, **body: Any) -> bytes:
    requested = client_of(person).post(f"{API}/exports/", {"kind": "bookings", "format": "csv", **body})
    assert requested.status_code == 201, requested.json()
    work("exports.write")
    body = client_of(person).get(f"{API}/exports/{requested.json()['id']}/").json()
    assert body["state"] == "done", body
    return Client().get(body["url"]).getvalue()


@pytest.fixture
def trips(ada: User, cleo: User, bob: User, economy: CarType) -> list[Booking]:
    return [
        make_booking(ada, economy, Status.COMPLETE, driver=bob, total_trip_time=901, customer_contact="+447"),
        make_booking(cleo, economy, Status.CANCELLED, reason="=cmd|' /C calc'!A0", cancelled_by="rider"),
        make_booking(ada, economy, Status.CANCELLED, pickup_add="Quay, North"),
    ]


def test_small_list_is_downloaded_at_once(dora: User, trips: list[Booking]) -> None:
    response = download(dora)
    assert response.status_code == 200
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response["Content-Disposition"].startswith('attachment; filename="bookings-')
    rows = records(response.content)
    assert [row["Reference"] for row in rows] == [booking.reference for booking in reversed(trips)]
    assert rows[1]["Reason"] == "'=cmd|' /C calc'!A0"
    assert rows[2]["Total time"] == "0:15:01"
    assert rows[2]["Rider phone"] == "'+447"
    assert Decimal(rows[2]["Driver share"]) + Decimal(rows[2]["Convenience fee"]) == Decimal(rows[2]["Cost"])


def test_cancelled_booking_shows_its_fee_in_list_and_file(
    ada: User, bob: User, dora: User, economy: CarType
) -> None:
    fee = {"cancellation_fee": Decimal(4), "cancellation_fee_owed": Decimal(2)}
    make_booking(ada, economy, Status.CANCELLED, driver=bob, discount=Decimal(3), **fee)
    for person, share in ((ada, None), (bob, "4.0000"), (dora, "4.0000")):
        (row,) = client_of(person).get(f"{API}/bookings/").json()["results"]
        assert (row["charged_amount"], row["driver_share"]) == ("6.0000", share)
    (line,) = records(download(dora).content)
    assert (line["Cost"], line["Driver share"], line["Convenience fee"]) == ("6.00", "4.00", "0.00")
    assert (line["Discount"], line["Amount due"]) == ("0.00", "6.00")


def test_cancelled_booking_without_a_fee_costs_nothing(ada: User, dora: User, economy: CarType) -> None:
    make_booking(ada, economy, Status.CANCELLED)
    (row,) = client_of(dora).get(f"{API}/bookings/").json()["results"]
    assert (row["charged_amount"], row["driver_share"]) == ("0.0000", "0.0000")


def test_recalculated_trip_shows_what_was_charged(ada: User, bob: User, dora: User, economy: CarType) -> None:
    booking = make_booking(ada, economy, Status.PAID, driver=bob)
    Booking.objects.filter(pk=booking.pk).update(estimate=booking.trip_cost + 5)
    (row,) = client_of(dora).get(f"{API}/bookings/").json()["results"]
    assert row["charged_amount"] == f"{booking.trip_cost:.4f}"
    assert Decimal(records(download(dora).content)[0]["Cost"]) == round(booking.trip_cost, 2)


def test_chosen_payment_is_in_list_and_file(ada: User, bob: User, dora: User, economy: CarType) -> None:
    chosen = {"chosen_payment": "card", "chosen_gateway": "stripe", "payment_mode": "cash"}
    make_booking(ada, economy, Status.PAID, driver=bob, **chosen)
    (row,) = client_of(dora).get(f"{API}/bookings/", {"fields": "all"}).json()["results"]
    assert (row["chosen_payment"], row["chosen_provider_label"]) == ("card", "Stripe")
    (line,) = records(download(dora).content)
    assert (line["Chosen payment method"], line["Payment method"]) == ("Card (Stripe)", "Cash")


def test_xlsx_has_the_same_rows(dora: User, trips: list[Booking]) -> None:
    response = download(dora, format="xlsx", status="COMPLETE")
    sheet = openpyxl.load_workbook(io.BytesIO(b"".join(response.streaming_content))).worksheets[0]
    header, row = sheet.iter_rows(values_only=True)
    values = dict(zip(header, row, strict=True))
    assert values["Reference"] == trips[0].reference
    assert values["Cost"] == float(round(trips[0].trip_cost, 2))
    assert values["Rider phone"] == "+447"


def test_long_list_is_refused_for_direct_download(
    dora: User, trips: list[Booking], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(direct, "MAX_ROWS", 2)
    refused = download(dora)
    assert (refused.status_code, refused.json()["code"]) == (409, "export_too_large")
    assert len(records(download(dora, search="quay").content)) == 1


@pytest.mark.parametrize("batch", [1, 2, 1000])
def test_background_export_equals_the_list(
    dora: User, ada: User, trips: list[Booking], monkeypatch: pytest.MonkeyPatch, batch: int
) -> None:
    monkeypatch.setattr(lists, "BATCH", batch)
    queries: list[dict[str, Any]] = [
        {},
        {"status": "CANCELLED"},
        {"rider": ada.pk, "ordering": "trip_cost"},
        {"search": "quay"},
    ]
    for filters in queries:
        shown = client_of(dora).get(f"{API}/bookings/", filters).json()["results"]
        rows = records(export(dora, filters=filters, columns=["reference", "status"]))
        assert [row["Reference"] for row in rows] == [row["reference"] for row in shown]
        Export.objects.all().delete()


def test_riders_export_their_own_bookings_without_shares(ada: User, cleo: User, trips: list[Booking]) -> None:
    rows = records(export(ada))
    assert [row["Reference"] for row in rows] == [trips[2].reference, trips[0].reference]
    assert not {"Driver share", "Convenience fee"} & rows[0].keys()
    body = {"kind": "bookings", "format": "csv", "columns": ["driver_share"]}
    refused = client_of(ada).post(f"{API}/exports/", body)
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid")
    assert records(download(cleo).content)[0]["Reference"] == trips[1].reference


def test_invalid_filters_are_refused_before_writing(dora: User) -> None:
    body = {"kind": "bookings", "format": "csv", "filters": {"status": "FLYING"}}
    refused = client_of(dora).post(f"{API}/exports/", body)
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid")
    assert not Export.objects.exists()


def test_demo_export_hides_phones(dora: User, trips: list[Booking]) -> None:
    update_platform_settings(allow_critical_edits_admin=False)
    assert records(download(dora).content)[2]["Rider phone"] == "Hidden"


def test_delivery_platform_adds_delivery_columns(dora: User, ada: User, economy: CarType) -> None:
    parcel = {"id": 1, "description": "Box", "amount": "5.0000"}
    make_booking(ada, economy, Status.CANCELLED, delivery_person="Eve", parcel_type_selected=parcel)
    assert "Recipient" not in records(download(dora).content)[0]
    update_platform_settings(app_category="delivery")
    row = records(download(dora).content)[0]
    assert (row["Recipient"], row["Parcel type"]) == ("Eve", "Box (5.00)")


def test_old_deliveries_keep_their_columns_on_a_taxi_platform(
    dora: User, ada: User, economy: CarType
) -> None:
    make_booking(ada, economy, Status.CANCELLED, app_category="delivery", delivery_person="Eve")
    assert records(download(dora).content)[0]["Recipient"] == "Eve"


def test_visitor_cannot_export() -> None:
    assert Client().get(f"{API}/bookings/?format=csv").json()["code"] == "not_logged_in"
