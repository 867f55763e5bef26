"""The admins' lists of withdrawals and users, credits, and a user's wallet history."""

import csv
import io
from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal as D
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.core.platform import update_platform_settings
from apps.wallet.models import Withdrawal
from apps.wallet.selectors import balance_of
from apps.wallet.withdrawals.payouts import process_withdrawal, request_withdrawal
from tests.bookings.api import work
from tests.personas import make_driver
from tests.wallet.stories import give, written

AsUser = Callable[[User | None], APIClient]
ALL = "/api/v1/withdrawals/"

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("balanced_books")]


@pytest.fixture
def staff(as_user: AsUser, dora: User) -> APIClient:
    return as_user(dora)


@pytest.fixture
def three(economy: Any, dora: User) -> list[Withdrawal]:
    """Amal's 30 paid three days ago, Bert's 10 two days ago, Cid's 20 yesterday."""
    made = []
    for days, name, amount in ((3, "Amal", 30), (2, "Bert", 10), (1, "Cid", 20)):
        driver = make_driver(name, economy, bank_account=f"00{amount}")
        give(driver, "100", dora)
        row = request_withdrawal(user=driver, amount=D(amount))
        Withdrawal.objects.filter(pk=row.pk).update(requested_at=timezone.now() - timedelta(days=days))
        made.append(row)
    process_withdrawal(withdrawal_id=made[0].pk, by=dora)
    return made


def names(staff: APIClient, **filters: Any) -> list[str]:
    query: Any = filters
    reply = staff.get(ALL, query)
    assert reply.status_code == 200, reply.json()
    return [row["name"].split()[0] for row in reply.json()["results"]]


def records(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))


def test_newest_request_is_first(staff: APIClient, three: list[Withdrawal]) -> None:
    assert names(staff) == ["Cid", "Bert", "Amal"]


@pytest.mark.parametrize(
    ("ordering", "order"),
    [
        ("requested_at", ["Amal", "Bert", "Cid"]),
        ("-amount", ["Amal", "Cid", "Bert"]),
        ("amount", ["Bert", "Cid", "Amal"]),
    ],
)
def test_orderings_continue_over_pages(
    staff: APIClient, three: list[Withdrawal], ordering: str, order: list[str]
) -> None:
    assert names(staff, ordering=ordering) == order
    query = {"ordering": ordering, "page_size": "2"}
    first = staff.get(ALL, query).json()
    rest = staff.get(ALL, {**query, "cursor": first["next"]}).json()
    assert [row["name"].split()[0] for row in first["results"] + rest["results"]] == order
    assert rest["next"] is None


def test_filters(staff: APIClient, three: list[Withdrawal]) -> None:
    assert names(staff, state="requested") == ["Cid", "Bert"]
    assert names(staff, state="processed") == ["Amal"]
    assert names(staff, search="ber") == ["Bert"]
    assert names(staff, search="exam") == ["Cid", "Bert", "Amal"]
    assert names(staff, search="exam cid") == ["Cid"]
    assert names(staff, search=three[1].reference) == ["Bert"]
    assert names(staff, user=three[0].user_id) == ["Amal"]
    day = (timezone.now() - timedelta(days=2)).date()
    assert names(staff, **{"from": str(day)}) == ["Cid", "Bert"]
    assert names(staff, to=str(day)) == ["Bert", "Amal"]
    assert names(staff, state="", search="", user="") == ["Cid", "Bert", "Amal"]


@pytest.mark.parametrize(
    "query", [{"state": "lost"}, {"ordering": "name"}, {"from": "soon"}, {"format": "exe"}]
)
def test_invalid_query_is_refused(staff: APIClient, query: dict[str, str]) -> None:
    reply = staff.get(ALL, query)
    assert (reply.status_code, reply.json()["code"]) == (400, "invalid")


def test_list_as_a_file(staff: APIClient, three: list[Withdrawal]) -> None:
    rows = records(staff.get(ALL, {"format": "csv", "ordering": "requested_at"}).content)
    assert [(row["Name"], row["Amount"], row["Processed"]) for row in rows] == [
        ("Amal Example", "30.00", "Yes"),
        ("Bert Example", "10.00", "No"),
        ("Cid Example", "20.00", "No"),
    ]
    assert rows[0]["Process date"]
    assert rows[0]["Bank account"] == "0030"
    assert staff.get(ALL, {"format": "xlsx"}).status_code == 200


def test_only_admins_export_withdrawals(
    as_user: AsUser, staff: APIClient, three: list[Withdrawal], media_folder: Any
) -> None:
    driver = as_user(three[1].user)
    refused = driver.post("/api/v1/exports/", {"kind": "withdrawals", "format": "csv"})
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    body = {"kind": "withdrawals", "format": "csv", "filters": {"state": "requested"}, "columns": ["name"]}
    assert [row["Name"] for row in exported(staff, body)] == ["Cid Example", "Bert Example"]


def exported(client: APIClient, body: dict[str, Any]) -> list[dict[str, str]]:
    made = client.post("/api/v1/exports/", body)
    assert made.status_code == 201, made.json()
    work("exports.write")
    done = client.get(f"/api/v1/exports/{made.json()['id']}/").json()
    assert done["state"] == "done", done
    return records(Client().get(done["url"]).getvalue())


# -- credits -----------------------------------------------------------------------------------


def credit(client: APIClient, pk: int, amount: Any, **headers: str) -> Any:
    return client.post(f"/api/v1/users/{pk}/wallet/credit/", {"amount": amount}, headers=headers)


def test_admin_credits_a_wallet(as_user: AsUser, staff: APIClient, ada: User) -> None:
    reply = credit(staff, ada.pk, "12.50")
    assert (reply.status_code, reply.json()) == (201, {"reference": "AdminCredit", "balance": "12.5000"})
    (movement,) = as_user(ada).get("/api/v1/me/wallet/history/").json()["results"]
    assert (movement["type"], movement["tx_ref"]) == ("Credit", "AdminCredit")


def test_same_key_credits_once(staff: APIClient, ada: User) -> None:
    for _ in range(2):
        credit(staff, ada.pk, "5", **{"Idempotency-Key": "k"})
    assert balance_of(ada.pk) == 5
    for _ in range(2):
        credit(staff, ada.pk, "5")
    assert balance_of(ada.pk) == 15


@pytest.mark.parametrize("amount", ["0", "", None, "-1", "0.001"])
def test_invalid_amount_is_refused(staff: APIClient, ada: User, amount: str | None) -> None:
    before = written()
    reply = credit(staff, ada.pk, amount)
    assert (reply.status_code, reply.json()["code"]) == (400, "no_details_error")
    assert written() == before


def test_unknown_user_is_refused(staff: APIClient, dora: User) -> None:
    reply = credit(staff, 4711, "5")
    assert (reply.status_code, reply.json()["code"]) == (400, "no_details_error")


def test_wallet_list_has_riders_and_drivers_only(
    staff: APIClient, ada: User, ben: User, fay: User, dora: User
) -> None:
    give(ben, "7", dora)
    rows = staff.get("/api/v1/wallets/").json()["results"]
    assert {(row["name"], row["user_type"], row["wallet_balance"]) for row in rows} == {
        ("Ada Example", "rider", "0.0000"),
        ("Ben Example", "driver", "7.0000"),
    }
    assert [row["id"] for row in staff.get("/api/v1/wallets/?search=be").json()["results"]] == [ben.pk]
    update_platform_settings(allow_critical_edits_admin=False)
    hidden = staff.get("/api/v1/wallets/").json()["results"]
    assert {row["email"] for row in hidden} | {row["mobile"] for row in hidden} == {"Hidden"}


def test_admin_reads_a_wallet_history(
    as_user: AsUser, staff: APIClient, ada: User, cleo: User, dora: User
) -> None:
    give(ada, "7", dora)
    url = f"/api/v1/users/{ada.pk}/wallet/history/"
    assert [move["amount"] for move in staff.get(url).json()["results"]] == ["7.0000"]
    assert as_user(cleo).get(url).status_code == 403
    missing = staff.get("/api/v1/users/4711/wallet/history/")
    assert (missing.status_code, missing.json()["code"]) == (404, "not_found")
