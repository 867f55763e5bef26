"""Bank files of many withdrawals: each withdrawal is in one file, and a file is processed once."""

import csv
import io
from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal as D
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.core.platform import platform_settings, update_platform_settings
from apps.wallet.models import PayoutBatch, Withdrawal
from apps.wallet.selectors import platform_balance
from apps.wallet.withdrawals.payouts import request_withdrawal
from tests.personas import make_driver
from tests.wallet.stories import give, written

AsUser = Callable[[User | None], APIClient]
FILES = "/api/v1/withdrawals/batches/"

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("balanced_books")]


@pytest.fixture
def waiting(economy: Any, dora: User) -> list[Withdrawal]:
    """Three drivers' withdrawals of 10, 20 and 30; the last driver has no bank account."""
    made = []
    for number, account in enumerate(("GB-1", "=1+1", ""), start=1):
        driver = make_driver(f"Driver{number}", economy, bank_name="Island Bank", bank_account=account)
        give(driver, "100", dora)
        made.append(request_withdrawal(user=driver, amount=D(10 * number)))
    return made


@pytest.fixture
def staff(as_user: AsUser, dora: User) -> APIClient:
    return as_user(dora)


def file_of(staff: APIClient, batch: int) -> list[dict[str, str]]:
    reply = staff.get(f"{FILES}{batch}/file/")
    assert reply.status_code == 200
    assert reply["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.DictReader(io.StringIO(reply.content.decode("utf-8-sig"))))


def test_waiting_withdrawals_go_into_one_file(
    staff: APIClient, waiting: list[Withdrawal], dora: User
) -> None:
    reply = staff.post(FILES)
    assert reply.status_code == 201
    body = reply.json()
    assert (body["rows"], body["total"], body["open_rows"]) == (2, "30.0000", 2)
    assert body["created_by"] == dora.full_name
    rows = file_of(staff, body["id"])
    assert list(rows[0]) == [
        *("reference", "name", "bank_name", "bank_code", "bank_account", "amount", "currency")
    ]
    assert [(row["name"], row["amount"], row["currency"]) for row in rows] == [
        ("Driver1 Example", "10.00", "USD"),
        ("Driver2 Example", "20.00", "USD"),
    ]
    # Escaped, so that a spreadsheet does not evaluate it.
    assert rows[1]["bank_account"] == "'=1+1"
    assert [row["id"] for row in staff.get(FILES).json()["results"]] == [body["id"]]
    listed = staff.get("/api/v1/withdrawals/", {"batch": body["id"]}).json()["results"]
    assert {row["id"] for row in listed} == {waiting[0].pk, waiting[1].pk}


def test_withdrawal_is_in_one_file_only(staff: APIClient, waiting: list[Withdrawal]) -> None:
    assert staff.post(FILES, {"ids": [waiting[0].pk]}).status_code == 201
    before = written()
    reply = staff.post(FILES, {"ids": [waiting[0].pk, waiting[1].pk]})
    assert (reply.status_code, reply.json()["code"]) == (409, "withdrawal_in_batch")
    assert (PayoutBatch.objects.count(), written()) == (1, before)
    # One is left, then none.
    assert staff.post(FILES).json()["rows"] == 1
    reply = staff.post(FILES)
    assert (reply.status_code, reply.json()["code"]) == (409, "nothing_to_pay")


def test_file_needs_accounts_and_undecided_withdrawals(staff: APIClient, waiting: list[Withdrawal]) -> None:
    def refused(*ids: int) -> tuple[int, str]:
        reply = staff.post(FILES, {"ids": list(ids)})
        return reply.status_code, reply.json()["code"]

    assert refused(waiting[0].pk, waiting[2].pk) == (409, "bank_details_missing")
    assert refused(waiting[0].pk, 4711) == (404, "not_found")
    staff.post(f"/api/v1/withdrawals/{waiting[0].pk}/process/")
    assert refused(waiting[0].pk, waiting[1].pk) == (409, "already_processed")
    staff.post(f"/api/v1/withdrawals/{waiting[1].pk}/reject/", {"reason": "No."})
    assert refused(waiting[1].pk) == (409, "already_rejected")
    assert PayoutBatch.objects.count() == 0


def test_file_is_processed_once(staff: APIClient, waiting: list[Withdrawal]) -> None:
    batch = staff.post(FILES).json()["id"]
    reply = staff.post(f"{FILES}{batch}/process/")
    assert (reply.status_code, reply.json()["open_rows"]) == (200, 0)
    assert platform_balance("bank") == 30
    assert platform_balance("withdrawals_pending") == 30
    states = Withdrawal.objects.order_by("pk").values_list("state", flat=True)
    assert list(states) == ["processed", "processed", "requested"]
    before = written()
    again = staff.post(f"{FILES}{batch}/process/")
    assert (again.status_code, again.json()["code"]) == (409, "already_processed")
    assert written() == before


def test_file_is_not_processed_before_its_last_request(staff: APIClient, waiting: list[Withdrawal]) -> None:
    today = timezone.localdate(timezone=platform_settings().tz)
    for withdrawal, days in zip(waiting, (5, 2, 0), strict=True):
        requested_at = timezone.now() - timedelta(days=days)
        Withdrawal.objects.filter(pk=withdrawal.pk).update(requested_at=requested_at)
    batch = staff.post(FILES).json()["id"]
    before = written()

    def process(days_ago: int) -> int:
        body = {"process_date": str(today - timedelta(days=days_ago))}
        return staff.post(f"{FILES}{batch}/process/", body).status_code

    assert process(3) == 400
    assert written() == before
    assert process(2) == 200


def test_withdrawals_decided_individually_are_skipped(staff: APIClient, waiting: list[Withdrawal]) -> None:
    batch = staff.post(FILES).json()["id"]
    assert (
        staff.post(f"/api/v1/withdrawals/{waiting[1].pk}/reject/", {"reason": "Closed."}).status_code == 200
    )
    assert [row["name"] for row in file_of(staff, batch)] == ["Driver1 Example"]
    body = staff.post(f"{FILES}{batch}/process/").json()
    assert (body["rows"], body["total"], body["open_rows"]) == (1, "10.0000", 0)
    assert platform_balance("bank") == 10


def test_demo_mode_refuses_files_and_hides_accounts(staff: APIClient, waiting: list[Withdrawal]) -> None:
    batch = staff.post(FILES).json()["id"]
    update_platform_settings(allow_critical_edits_admin=False)
    before = written()
    for path in (FILES, f"{FILES}{batch}/process/"):
        reply = staff.post(path)
        assert (reply.status_code, reply.json()["code"]) == (403, "demo_mode")
    assert (PayoutBatch.objects.count(), written()) == (1, before)
    assert {row["bank_account"] for row in file_of(staff, batch)} == {"Hidden"}
    listed = staff.get("/api/v1/withdrawals/").json()["results"]
    assert {row["bank_account"] for row in listed} == {"Hidden", ""}


@pytest.mark.parametrize("path", ["4711/file/", "4711/process/"])
def test_missing_file_is_not_found(staff: APIClient, path: str) -> None:
    call = staff.get if path.endswith("file/") else staff.post
    reply = call(f"{FILES}{path}")
    assert (reply.status_code, reply.json()["code"]) == (404, "not_found")
