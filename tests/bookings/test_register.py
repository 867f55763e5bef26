"""The register: an entry for each dispatch, as it was when the driver accepted, and inspectors' access."""

from datetime import date, timedelta
from decimal import Decimal
from io import BytesIO
from typing import Any, Final

import pytest
import time_machine
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.utils import timezone
from pypdf import PdfReader

from apps.accounts.models import DriverDocument, DriverProfile, User
from apps.accounts.privacy.registry import personal_data
from apps.bookings.models import Booking, BookingEvent, InspectorAccess, RegisterEntry
from apps.bookings.register.entry import fill_register
from apps.bookings.services.dispatching import dispatch_booking
from apps.core.models import AuditEntry
from apps.core.platform import platform_settings, update_platform_settings
from apps.exports.models import Export
from apps.fares.models import CarType
from tests.bookings.api import API, book, press, quote, work
from tests.bookings.builders import PICKUP, credit_wallet, put_online
from tests.fleet.builders import give, make_vehicle
from tests.personas import client_of, make_driver

PLAIN: Final = (
    "booking_id",
    "accepted_at",
    "offered_at",
    "driver_id",
    "driver_name",
    "vehicle_number",
    "pickup_add",
    "drop_add",
    "fare",
)
"""The columns of an entry that another dispatch of the booking repeats."""

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("roads")]


def licensed(driver: User, **fields: Any) -> DriverDocument:
    values = {"kind": "permit", "number": "PHD00471", "state": "accepted"} | fields
    return DriverDocument.objects.create(driver=driver, **values)


def accepted(rider: User, driver: User, car_type: CarType, **fields: Any) -> int:
    booking_id: int = book(rider, quote(rider, car_type), **fields).json()["id"]
    dispatch_booking(booking_id=booking_id)
    reply = press(driver, booking_id, "accept")
    assert reply.status_code == 200, reply.json()
    return booking_id


def register(person: User, **filters: Any) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = client_of(person).get(f"{API}/register/", filters).json()["results"]
    return rows


def hour(event: BookingEvent) -> str:
    return event.at.isoformat().replace("+00:00", "Z")


def test_entry_has_what_an_authority_requires(ada: User, ready: User, dora: User, economy: CarType) -> None:
    licensed(ready)
    vehicle = make_vehicle(economy, licence_number="PHV2207", colour="Blue")
    DriverProfile.objects.filter(pk=ready.pk).update(busy=False)
    give(dora, vehicle, ready)
    put_online(ready)
    booking_id = accepted(ada, ready, economy)
    for action in ("arrive", "start", "reach"):
        assert press(ready, booking_id, action).status_code == 200
    booking = Booking.objects.get(pk=booking_id)
    events = {event.name: event for event in BookingEvent.objects.filter(booking=booking)}

    (row,) = register(dora)

    assert row["reference"] == booking.reference
    assert (row["passenger"], row["booked_by"], row["dispatched_by"]) == (ada.full_name, "", "")
    assert (row["pickup_add"], row["drop_add"]) == ("St Thomas' Square, Newport", "The Parade, Cowes")
    assert Decimal(row["fare"]) == booking.estimate
    assert (row["driver_name"], row["driver_licence"]) == (ready.full_name, "PHD00471")
    assert (row["vehicle_number"], row["vehicle_licence"]) == (vehicle.plate, "PHV2207")
    assert (row["vehicle_make"], row["vehicle_model"], row["vehicle_colour"]) == ("Skoda", "Octavia", "Blue")
    assert row["accepted_at"] == hour(events["accept"])
    assert row["arrived_at"] == hour(events["arrive"])
    assert row["offered_at"] <= row["accepted_at"]
    assert row["started_at"] == booking.trip_start_time.isoformat().replace("+00:00", "Z")  # type: ignore[union-attr]  # it started
    assert row["ended_at"] == booking.trip_end_time.isoformat().replace("+00:00", "Z")  # type: ignore[union-attr]  # it ended
    assert row["outcome"] == booking.status


def test_staff_who_took_and_dispatched_it_are_named(
    ada: User, ready: User, dora: User, economy: CarType
) -> None:
    update_platform_settings(auto_dispatch=False)
    booking_id = book(dora, quote(dora, economy), customer_id=ada.pk).json()["id"]
    assert press(dora, booking_id, "assign", driver_id=ready.pk).status_code == 200
    assert press(ready, booking_id, "accept").status_code == 200
    (row,) = register(dora)
    assert (row["booked_by"], row["dispatched_by"]) == (dora.full_name, dora.full_name)


def test_entry_stays_when_everything_changes_later(
    ada: User, ready: User, dora: User, economy: CarType
) -> None:
    licence = licensed(ready)
    accepted(ada, ready, economy)
    before = RegisterEntry.objects.values().get()
    licence.number = "OTHER"
    licence.save()
    User.objects.filter(pk=ready.pk).update(first_name="Changed")
    DriverProfile.objects.filter(pk=ready.pk).update(vehicle_number="OTHER")
    assert RegisterEntry.objects.values().get() == before
    assert before["driver_licence"] == "PHD00471"


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ({"number": "NEW", "kind": "license"}, {"number": "PERMIT"}, "PERMIT"),
        ({"number": "LICENCE", "kind": "license"}, {"number": "NO", "state": "refused"}, "LICENCE"),
        ({"number": "OLD"}, {"number": "WAITS", "state": "pending"}, "OLD"),
        ({"number": "OLD"}, {"number": "NEWEST"}, "NEWEST"),
    ],
)
def test_licence_is_the_accepted_permit_or_else_the_driving_licence(
    first: dict[str, str], second: dict[str, str], expected: str, ada: User, ready: User, economy: CarType
) -> None:
    DriverDocument.objects.filter(driver=ready).delete()
    licensed(ready, **first)
    licensed(ready, **second)
    accepted(ada, ready, economy)
    assert RegisterEntry.objects.get().driver_licence == expected


def test_replaced_driver_keeps_an_entry_of_its_own(
    ada: User, ready: User, dora: User, economy: CarType
) -> None:
    booking_id = accepted(ada, ready, economy)
    assert press(ready, booking_id, "arrive").status_code == 200
    assert press(dora, booking_id, "unassign", reason="Flat tyre").status_code == 200
    other = make_driver("Olga", economy)
    credit_wallet(other)
    put_online(other, at=(PICKUP[0] + 0.001, PICKUP[1]))
    dispatch_booking(booking_id=booking_id)
    assert press(other, booking_id, "accept").status_code == 200

    second, first = register(dora)

    events = {event.name: event for event in BookingEvent.objects.filter(booking=booking_id)}
    assert (first["driver_name"], first["outcome"]) == (ready.full_name, "REPLACED")
    assert (first["arrived_at"], first["ended_at"]) == (hour(events["arrive"]), hour(events["unassign"]))
    assert first["started_at"] is None
    assert (second["driver_name"], second["outcome"]) == (other.full_name, "ACCEPTED")
    assert (second["arrived_at"], second["ended_at"]) == (None, None)


@pytest.mark.parametrize("change", ["driver_name = 'X'", "fare = 1", None])
def test_database_refuses_changes(change: str | None, ada: User, ready: User, economy: CarType) -> None:
    accepted(ada, ready, economy)
    before = list(RegisterEntry.objects.values())
    statement = (
        f"UPDATE bookings_registerentry SET {change}" if change else "DELETE FROM bookings_registerentry"
    )
    with (
        pytest.raises(DatabaseError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)
    assert list(RegisterEntry.objects.values()) == before


def test_erasure_removes_only_the_name(ada: User, ready: User, economy: CarType) -> None:
    licensed(ready)
    accepted(ada, ready, economy)
    (data,) = [one for one in personal_data() if one.name == "register"]
    (exported,) = data.rows(ready)
    assert exported["driver_licence"] == "PHD00471"
    assert data.erase is not None
    data.erase(ready)
    entry = RegisterEntry.objects.get()
    assert (entry.driver_name, entry.driver_licence) == ("—", "PHD00471")
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        RegisterEntry.objects.update(driver_name="X")


def test_filling_adds_earlier_dispatches_once(ada: User, ready: User, economy: CarType) -> None:
    licensed(ready)
    accepted(ada, ready, economy)
    written = RegisterEntry.objects.values().get()
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE; TRUNCATE bookings_registerentry")
    assert fill_register() == 1
    filled = RegisterEntry.objects.values().get()
    assert {**filled, "id": None} == {**written, "id": None}
    assert fill_register() == 0


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ({"search": "phd00471"}, 1),
        ({"search": "newport cowes"}, 1),
        ({"search": "nowhere"}, 0),
        ({"from": "2000-01-01", "to": "2000-01-02"}, 0),
        ({"from": "2000-01-01"}, 1),
    ],
)
def test_filters(
    filters: dict[str, str], found: int, ada: User, ready: User, dora: User, economy: CarType
) -> None:
    licensed(ready)
    accepted(ada, ready, economy)
    assert len(register(dora, **filters)) == found
    assert len(register(dora, driver=str(ready.pk))) == 1
    assert register(dora, driver=str(ada.pk)) == []


@pytest.mark.parametrize(("format", "start"), [("csv", b"\xef\xbb\xbf"), ("xlsx", b"PK"), ("pdf", b"%PDF")])
def test_files(format: str, start: bytes, ada: User, ready: User, dora: User, economy: CarType) -> None:
    accepted(ada, ready, economy)
    reply = client_of(dora).get(f"{API}/register/file/", {"format": format})
    content = b"".join(reply)
    assert reply.status_code == 200
    assert content.startswith(start)
    if format == "csv":
        assert "PHD" not in content.decode()
        assert RegisterEntry.objects.get().vehicle_number in content.decode()


def test_too_long_pdf_is_refused(
    ada: User, ready: User, dora: User, economy: CarType, monkeypatch: pytest.MonkeyPatch
) -> None:
    accepted(ada, ready, economy)
    monkeypatch.setattr("apps.bookings.register.files.PDF_ROWS", 0)
    reply = client_of(dora).get(f"{API}/register/file/", {"format": "pdf"})
    assert (reply.status_code, reply.json()["code"]) == (409, "export_too_large")


def request_pdf(person: User, kind: str = "register", **filters: str) -> Any:
    body = {"kind": kind, "format": "pdf", "filters": filters}
    return client_of(person).post(f"{API}/exports/", body)


def pages(pdf: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(BytesIO(pdf)).pages]


def test_pdf_of_many_entries_is_written_in_the_background(
    ada: User, ready: User, dora: User, economy: CarType
) -> None:
    accepted(ada, ready, economy)
    entry = RegisterEntry.objects.get()
    reference = entry.booking.reference
    # As many as do not fit on a page, and more than a direct PDF has.
    values = {name: getattr(entry, name) for name in PLAIN}
    RegisterEntry.objects.bulk_create(
        RegisterEntry(**values, version=100 + number, passengers=3, luggage=2) for number in range(240)
    )
    assert client_of(dora).get(f"{API}/register/file/", {"format": "pdf"}).status_code == 409
    day = today().isoformat()
    requested = request_pdf(dora, **{"from": day, "to": day})
    assert requested.status_code == 201, requested.json()
    work("exports.write")
    done = client_of(dora).get(f"{API}/exports/{requested.json()['id']}/").json()
    assert (done["state"], done["rows_done"], done["rows_total"]) == ("done", 241, 241)
    reply = Client().get(done["url"])
    assert reply["Content-Type"] == "application/pdf"
    assert reply["Content-Disposition"].startswith('attachment; filename="register-20')
    found = pages(reply.getvalue())
    assert len(found) > 20
    assert sum(page.count(reference) for page in found) == 241
    year = str(today().year)
    for number, page in enumerate(found, 1):
        heading = page.partition("\n")[0] + page.partition("\n")[2].partition("\n")[0]
        assert f"Page {number}" in page
        assert "Register of dispatches" in heading
        assert year in heading
    assert "Passengers: 3" in found[-1]
    assert "Pieces of luggage: 2" in found[-1]


def test_cancelled_pdf_is_not_written(ada: User, ready: User, dora: User, economy: CarType) -> None:
    accepted(ada, ready, economy)
    export_id = request_pdf(dora).json()["id"]
    assert client_of(dora).delete(f"{API}/exports/{export_id}/").status_code == 204
    work("exports.write")
    assert not Export.objects.exists()


@pytest.mark.parametrize(
    ("kind", "most", "status", "code"),
    [("register", 0, 409, "pdf_too_long"), ("bookings", 100, 400, "invalid")],
)
def test_pdf_that_cannot_be_written_is_refused(
    kind: str,
    most: int,
    status: int,
    code: str,
    ada: User,
    ready: User,
    dora: User,
    economy: CarType,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    accepted(ada, ready, economy)
    monkeypatch.setattr("apps.exports.services.MAX_PDF_ROWS", most)
    reply = request_pdf(dora, kind)
    assert (reply.status_code, reply.json()["code"]) == (status, code)
    assert not Export.objects.exists()


def test_party_size_is_that_of_the_dispatch(ada: User, ready: User, dora: User, economy: CarType) -> None:
    booking_id = accepted(ada, ready, economy)
    (row,) = register(dora)
    assert (row["passengers"], row["luggage"]) == (1, 0)
    Booking.objects.filter(pk=booking_id).update(passengers=4, luggage=1)
    (row,) = register(dora)
    assert (row["passengers"], row["luggage"]) == (1, 0)
    csv = b"".join(client_of(dora).get(f"{API}/register/file/", {"format": "csv"})).decode("utf-8-sig")
    assert "Passengers,Pieces of luggage" in csv.splitlines()[0]


# -- inspectors --------------------------------------------------------------------------------


def today() -> date:
    return timezone.localtime(timezone.now(), platform_settings().tz).date()


def give_access(by: User, **fields: Any) -> Any:
    body = {
        "name": "Ms Okafor",
        "authority": "Island Council",
        "first_day": today().isoformat(),
        "last_day": today().isoformat(),
        "days": 7,
    } | fields
    return client_of(by).post(f"{API}/inspector-accesses/", body)


def token_of(by: User, **fields: Any) -> str:
    reply = give_access(by, **fields)
    assert reply.status_code == 201, reply.json()
    token: str = reply.json()["url"].rpartition("/inspection/")[2]
    return token


def inspect(token: str, path: str = "", **params: Any) -> Any:
    return client_of(None).get(f"{API}/inspection/{token}/{path}", params)


def test_inspector_reads_the_days_of_the_access_only(
    ada: User, ready: User, dora: User, economy: CarType
) -> None:
    accepted(ada, ready, economy)
    earlier = today() - timedelta(days=3)
    token = token_of(dora)
    other = token_of(dora, first_day=earlier.isoformat(), last_day=(today() - timedelta(days=1)).isoformat())

    about = inspect(token).json()
    rows = inspect(token, "register/").json()["results"]

    assert (about["name"], about["authority"]) == ("Ms Okafor", "Island Council")
    assert about["first_day"] == about["last_day"] == today().isoformat()
    assert rows == register(dora)
    assert inspect(other, "register/").json()["results"] == []
    assert inspect(token, "register/", search="nowhere").json()["results"] == []
    assert inspect(token, "file/", format="csv").status_code == 200
    assert inspect(token, "register/")["Cache-Control"] == "no-store"


PATHS = ["", "register/", "file/?format=csv"]


@pytest.mark.parametrize("path", PATHS)
def test_access_is_refused_after_its_time(path: str, dora: User) -> None:
    token = token_of(dora, days=2)
    with time_machine.travel(timezone.now() + timedelta(days=2, seconds=1), tick=False):
        entries = AuditEntry.objects.count()
        reply = client_of(None).get(f"{API}/inspection/{token}/{path}")
        assert (reply.status_code, reply.json()["code"]) == (404, "inspection_ended")
        assert AuditEntry.objects.count() == entries
        assert InspectorAccess.objects.get().used_at is None


@pytest.mark.parametrize("path", PATHS)
def test_revoked_and_unknown_links_open_nothing(path: str, dora: User) -> None:
    token = token_of(dora)
    access_id = InspectorAccess.objects.get().pk
    for _ in range(2):
        assert client_of(dora).delete(f"{API}/inspector-accesses/{access_id}/").status_code == 204
    assert AuditEntry.objects.filter(kind="inspector_access", action="inspector_access_revoked").count() == 1
    for link in (token, "unknown"):
        reply = client_of(None).get(f"{API}/inspection/{link}/{path}")
        assert (reply.status_code, reply.json()["code"]) == (404, "inspection_ended")


def test_token_is_not_stored_and_is_shown_once(dora: User) -> None:
    token = token_of(dora)
    (listed,) = client_of(dora).get(f"{API}/inspector-accesses/").json()["results"]
    assert "url" not in listed
    assert token not in str(InspectorAccess.objects.values().get())


def test_use_is_recorded_once_an_hour_and_each_download(dora: User) -> None:
    token = token_of(dora)
    entries = AuditEntry.objects.filter(kind="inspector_access")

    given, opened = "inspector_access_given", "register_opened"

    def actions() -> list[str]:
        return sorted(entries.values_list("action", flat=True))

    with time_machine.travel(timezone.now(), tick=False) as traveller:
        for _ in range(3):
            inspect(token)
            traveller.shift(timedelta(minutes=5))
        assert actions() == [given, opened]
        inspect(token, "file/", format="csv")
        inspect(token, "file/", format="pdf")
        assert actions() == [given, *("register_downloaded",) * 2, opened]
        traveller.shift(timedelta(hours=1))
        inspect(token)
        assert actions() == [given, *("register_downloaded",) * 2, opened, opened]
    (listed,) = client_of(dora).get(f"{API}/inspector-accesses/").json()["results"]
    assert listed["used_at"] is not None


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"first_day": "2026-02-02", "last_day": "2026-02-01"}, "last_day"),
        ({"days": 0}, "days"),
        ({"days": 91}, "days"),
        ({"name": ""}, "name"),
    ],
)
def test_bad_access_is_refused(fields: dict[str, Any], field: str, dora: User) -> None:
    reply = give_access(dora, **fields)
    assert (reply.status_code, reply.json()["code"]) == (400, "invalid")
    assert field in reply.json()["fields"]
    assert not InspectorAccess.objects.exists()
    assert not AuditEntry.objects.filter(kind="inspector_access").exists()


def test_revoking_an_unknown_access_is_not_found(dora: User) -> None:
    reply = client_of(dora).delete(f"{API}/inspector-accesses/1/")
    assert (reply.status_code, reply.json()["code"]) == (404, "not_found")
