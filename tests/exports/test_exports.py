"""Exports from the request to the file, including failures."""

import csv
import io
import threading
from datetime import datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.utils import timezone

from apps.accounts.models import User
from apps.core.models import OutboxEntry
from apps.core.platform import update_platform_settings
from apps.core.privacy.retention import delete_expired
from apps.core.tasks import run_job
from apps.exports import writing
from apps.exports.choices import ExportState
from apps.exports.files import PROGRESS_ROWS
from apps.exports.models import Export
from tests.bookings.api import API, work
from tests.exports.conftest import NASTY, ExportSource
from tests.personas import client_of

pytestmark = pytest.mark.django_db


def request_export(person: User, format: str = "csv", *, key: str | None = None, **more: Any) -> Any:
    headers = {"Idempotency-Key": key} if key else {}
    body = {"kind": "shelf", "format": format, **more}
    return client_of(person).post(f"{API}/exports/", body, headers=headers)


def look(person: User, export_id: int) -> Any:
    return client_of(person).get(f"{API}/exports/{export_id}/")


def fetch(url: str) -> bytes:
    response = Client().get(url)
    assert response.status_code == 200
    return response.getvalue()


def done(person: User, format: str = "csv", **more: Any) -> dict[str, Any]:
    requested = request_export(person, format, **more)
    assert requested.status_code == 201, requested.json()
    work("exports.write")
    body: dict[str, Any] = look(person, requested.json()["id"]).json()
    return body


def jobs() -> list[OutboxEntry]:
    return list(OutboxEntry.objects.filter(name="exports.write").order_by("pk"))


def test_export_is_queued_written_and_downloaded(ada: User, source: ExportSource) -> None:
    requested = request_export(ada).json()
    assert (requested["state"], requested["rows_done"], requested["rows_total"], requested["url"]) == (
        "queued",
        0,
        None,
        None,
    )
    work("exports.write")
    body = look(ada, requested["id"]).json()
    assert (body["state"], body["rows_done"], body["rows_total"], body["error"]) == ("done", 3, 3, None)
    response = Client().get(body["url"])
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response["Content-Disposition"].startswith('attachment; filename="shelf-20')
    assert response.getvalue().startswith(b"\xef\xbb\xbfName,Amount")


def test_csv_is_safe_to_open_and_in_the_platforms_time_zone(ada: User, source: ExportSource) -> None:
    update_platform_settings(time_zone="Africa/Cairo")
    text = fetch(done(ada)["url"]).decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text)))
    assert rows[1] == ["Ada", "-1.50", "2026-07-01 15:00:00", "", "", "3"]
    assert rows[2] == ["'" + NASTY, "", "", "25:00:07", "Yes", ""]
    assert rows[3][:2] == ["ليلى", "2.000"]


@pytest.mark.parametrize("start", ["=1+1", "+44 1", "-2", "@SUM(A1)", "\tx", "\rx", "  =1", "＝1"])
def test_text_is_not_a_formula(ada: User, source: ExportSource, start: str) -> None:
    source.rows = [{"name": start}]
    text = fetch(done(ada, columns=["name"])["url"]).decode("utf-8-sig")
    assert list(csv.reader(io.StringIO(text, newline="")))[1] == ["'" + start]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Bo;=1+1", "Bo;'=1+1"),
        ('Bo; "=1+1', "Bo; \"'=1+1"),
        ("Bo\t@SUM(A1)", "Bo\t'@SUM(A1)"),
        ("Bo\n-2", "Bo\n'-2"),
        ("\t=1", "'\t'=1"),
        ("a-b; c=d, 2+2", "a-b; c=d, 2+2"),
    ],
)
def test_text_is_not_a_formula_with_semicolons_as_separators(
    ada: User, source: ExportSource, text: str, written: str
) -> None:
    source.rows = [{"name": text}]
    file = fetch(done(ada, columns=["name"])["url"]).decode("utf-8-sig")
    assert list(csv.reader(io.StringIO(file, newline="")))[1] == [written]


def test_xlsx_has_typed_cells(ada: User, source: ExportSource) -> None:
    update_platform_settings(time_zone="Africa/Cairo")
    body = done(ada, "xlsx")
    sheet = openpyxl.load_workbook(io.BytesIO(fetch(body["url"]))).worksheets[0]
    rows = list(sheet.iter_rows(values_only=True))
    assert rows[0] == ("Name", "Amount", "At", "Long", "Yes", "N")
    assert rows[1] == ("Ada", -1.5, datetime(2026, 7, 1, 15), None, None, 3)
    assert rows[2][0] == NASTY
    assert sheet["A3"].data_type == "s"
    assert rows[2][3] == timedelta(hours=25, seconds=7)
    assert sheet["B2"].number_format == "0.00"
    assert sheet["B4"].number_format == "0.000"


def test_headers_are_in_the_users_language(ada: User, source: ExportSource) -> None:
    client = client_of(ada)
    body = {"kind": "shelf", "format": "xlsx"}
    requested = client.post(f"{API}/exports/", body, headers={"Accept-Language": "ar"}).json()
    work("exports.write")
    sheet = openpyxl.load_workbook(io.BytesIO(fetch(look(ada, requested["id"]).json()["url"]))).worksheets[0]
    assert sheet["E3"].value == "نعم"
    assert sheet.sheet_view.rightToLeft


def test_chosen_columns_are_in_the_chosen_order(ada: User, source: ExportSource) -> None:
    text = fetch(done(ada, columns=["n", "name"])["url"]).decode("utf-8-sig")
    assert text.splitlines()[:2] == ["N,Name", "3,Ada"]


@pytest.mark.parametrize(
    ("field", "body"),
    [("kind", {"kind": "secrets"}), ("columns", {"columns": ["password"]}), ("format", {"format": "exe"})],
)
def test_unknown_kind_column_or_format_is_refused(
    ada: User, source: ExportSource, field: str, body: dict[str, Any]
) -> None:
    refused = client_of(ada).post(f"{API}/exports/", {"kind": "shelf", "format": "csv", **body})
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid")
    assert field in refused.json()["fields"]
    assert not Export.objects.exists()
    assert not jobs()


def test_exports_of_others_are_not_found(ada: User, cleo: User, dora: User, source: ExportSource) -> None:
    body = done(ada)
    for person in (cleo, dora):
        assert look(person, body["id"]).status_code == 404
        assert client_of(person).delete(f"{API}/exports/{body['id']}/").status_code == 404
    assert Export.objects.get().state == ExportState.DONE
    assert Client().get(body["url"].split("?")[0]).status_code == 404


def test_same_key_makes_one_file(ada: User, source: ExportSource) -> None:
    first, second = request_export(ada, key="click"), request_export(ada, key="click")
    assert first.json()["id"] == second.json()["id"]
    assert Export.objects.count() == len(jobs()) == 1


def test_fourth_waiting_export_is_refused(ada: User, cleo: User, source: ExportSource) -> None:
    for _ in range(3):
        assert request_export(ada).status_code == 201
    refused = request_export(ada)
    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_exports")
    assert Export.objects.count() == len(jobs()) == 3
    assert request_export(cleo).status_code == 201
    work("exports.write")
    assert request_export(ada).status_code == 201


def test_progress_is_visible_while_writing(
    ada: User, source: ExportSource, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "UPDATE_SECONDS", 0)
    source.size = 1000
    on_progress: list[tuple[Any, ...]] = []
    store_progress = writing._store_progress

    def watch(export: Export, **values: object) -> None:
        store_progress(export, **values)
        on_progress.append(Export.objects.values_list("state", "rows_done", "rows_total").get())

    monkeypatch.setattr(writing, "_store_progress", watch)
    done(ada)
    assert ("running", 400, 1000) in on_progress
    assert ("running", 800, 1000) in on_progress
    assert on_progress[-1] == ("done", 1000, 1000)


def test_export_cancelled_while_written_leaves_nothing(
    ada: User, source: ExportSource, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "UPDATE_SECONDS", 0)
    source.size = 100_000
    requested = request_export(ada).json()
    store_progress, left = writing._store_progress, []

    def cancel_at_1000(export: Export, **values: Any) -> None:
        if values.get("rows_done") == 1000:
            assert client_of(ada).delete(f"{API}/exports/{requested['id']}/").status_code == 204
        left.append(values)
        store_progress(export, **values)

    monkeypatch.setattr(writing, "_store_progress", cancel_at_1000)
    work("exports.write")
    assert left[-1]["rows_done"] == 1000
    assert look(ada, requested["id"]).status_code == 404
    assert not [path for path in folder.rglob("*") if path.is_file()]
    assert [job.done_at is not None for job in jobs()] == [True]


def test_crashed_export_is_started_again(ada: User, source: ExportSource) -> None:
    source.fail_at = 2
    requested = request_export(ada).json()
    work("exports.write")
    assert look(ada, requested["id"]).json()["state"] == "running"
    (job,) = jobs()
    assert job.done_at is None

    source.fail_at = None
    run_job(job.pk)
    body = look(ada, requested["id"]).json()
    assert (body["state"], body["rows_done"]) == ("done", 3)
    assert len(fetch(body["url"]).splitlines()) == 4
    assert source.reads == 2


def test_export_that_keeps_crashing_fails(ada: User, source: ExportSource) -> None:
    source.fail_at = 1
    requested = request_export(ada).json()
    (job,) = jobs()
    for _ in range(5):
        run_job(job.pk)
    body = look(ada, requested["id"]).json()
    assert (body["state"], body["error"], body["url"]) == ("failed", "export_failed", None)
    assert source.reads == 3
    job.refresh_from_db()
    assert job.done_at is not None


def test_export_whose_worker_was_killed_each_time_fails(ada: User, source: ExportSource) -> None:
    requested = request_export(ada).json()
    # A kill -9 leaves only the counted attempt behind.
    Export.objects.update(state=ExportState.RUNNING, attempts=3, rows_done=400)
    work("exports.write")
    assert look(ada, requested["id"]).json()["error"] == "export_failed"
    assert source.reads == 0


@pytest.mark.django_db(transaction=True)
def test_two_workers_write_one_file(ada: User, source: ExportSource, folder: Path) -> None:
    requested = request_export(ada).json()
    (job,) = jobs()
    inside, go_on = threading.Event(), threading.Event()

    class Slow(list[dict[str, Any]]):
        def __iter__(self) -> Any:
            inside.set()
            assert go_on.wait(10)
            return super().__iter__()

    source.rows = Slow(source.rows)

    def first() -> None:
        run_job(job.pk)
        connection.close()

    worker = threading.Thread(target=first)
    worker.start()
    assert inside.wait(10)
    run_job(job.pk)
    assert source.reads == 1
    assert look(ada, requested["id"]).json()["state"] == "running"
    go_on.set()
    worker.join(10)
    assert look(ada, requested["id"]).json()["state"] == "done"
    assert len([path for path in folder.rglob("*.csv") if path.is_file()]) == 1


def test_user_disapproved_meanwhile_gets_no_file(ada: User, source: ExportSource) -> None:
    request_export(ada)
    User.objects.filter(pk=ada.pk).update(approved=False)
    work("exports.write")
    export = Export.objects.get()
    assert (export.state, export.error, source.reads) == ("failed", "not_logged_in", 0)


def test_export_is_deleted_after_a_day(ada: User, source: ExportSource, folder: Path) -> None:
    body = done(ada)
    with time_machine.travel(timezone.now() + timedelta(hours=24, minutes=1), tick=False):
        assert look(ada, body["id"]).status_code == 404
        assert delete_expired(short=True)["exports"] == 1
        work("core.delete_file")
    assert not Export.objects.exists()
    assert not list(folder.rglob("*.csv"))


def test_many_rows_take_no_more_memory_than_few(ada: User, source: ExportSource, folder: Path) -> None:
    import tracemalloc

    def peak(rows: int, format: str) -> int:
        source.size = rows
        tracemalloc.start()
        done(ada, format, columns=["name", "n"])
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    for format in ("csv", "xlsx"):
        peak(100, format)
        assert peak(5_000, format) < peak(500, format) + 500_000


def test_csv_of_many_blocks_has_every_row_once_and_in_order(ada: User, source: ExportSource) -> None:
    source.size = 3 * PROGRESS_ROWS + 1
    body = done(ada, columns=["n"])
    lines = fetch(body["url"]).decode("utf-8-sig").split("\r\n")
    assert lines == ["N", *(str(number) for number in range(source.size)), ""]
    assert body["rows_done"] == source.size


@pytest.mark.parametrize(
    ("amount", "written"),
    [("0E-9", "0.000000000"), ("1E+3", "1000"), ("-0.00", "-0.00"), ("12345678.9000", "12345678.9000")],
)
def test_decimal_is_written_with_its_own_decimals(
    ada: User, source: ExportSource, amount: str, written: str
) -> None:
    source.rows = [{"amount": Decimal(amount)}]
    text = fetch(done(ada, columns=["amount"])["url"]).decode("utf-8-sig")
    assert text.split("\r\n")[1] == written
