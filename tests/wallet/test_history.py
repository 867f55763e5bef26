"""A wallet's history: filters, running balance, and export."""

import csv
import io
from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal as D
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.wallet.choices import EntryKind
from apps.wallet.history.entries import KIND_LABELS
from apps.wallet.models import Posting
from apps.wallet.withdrawals.payouts import request_withdrawal
from tests.bookings.api import work
from tests.wallet.stories import give
from tests.wallet.test_selectors import trip
from tests.wallet.test_verify_ledger import guards_off

AsUser = Callable[[User | None], APIClient]
OWN = "/api/v1/me/wallet/history/"

pytestmark = pytest.mark.django_db


@pytest.fixture
def story(ada: User, ben: User, dora: User) -> User:
    """ben gets a credit of 100, drives ada for cash (+62.50, -71.88) and withdraws 50."""
    give(ben, "100", dora)
    trip(81, rider=ada, driver=ben)
    request_withdrawal(user=ben, amount=D(50))
    return ben


def amounts(client: APIClient, **query: Any) -> list[str]:
    reply = client.get(OWN, query)
    assert reply.status_code == 200, reply.json()
    return [move["amount"] for move in reply.json()["results"]]


def records(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({}, ["50.0000", "71.8800", "62.5000", "100.0000"]),
        ({"type": "Credit"}, ["62.5000", "100.0000"]),
        ({"type": "Debit"}, ["71.8800"]),
        ({"type": "Withdraw"}, ["50.0000"]),
        ({"search": "ref8"}, ["71.8800", "62.5000"]),
        ({"search": "admincredit"}, ["100.0000"]),
        ({"search": "%"}, []),
        ({"search": "ref8", "type": "Credit"}, ["62.5000"]),
        ({"type": "", "search": "", "from": ""}, ["50.0000", "71.8800", "62.5000", "100.0000"]),
    ],
)
def test_filters(as_user: AsUser, story: User, query: dict[str, str], expected: list[str]) -> None:
    assert amounts(as_user(story), **query) == expected


def test_days_are_in_the_platforms_time_zone(as_user: AsUser, story: User) -> None:
    first = Posting.objects.filter(account__user=story).order_by("pk")[0]
    with guards_off() as execute:
        execute(
            "UPDATE wallet_posting SET created_at = created_at - interval '3 days' WHERE id = %s", [first.pk]
        )
    client, today = as_user(story), timezone.now().date()
    assert amounts(client, to=str(today - timedelta(days=1))) == ["100.0000"]
    assert len(amounts(client, **{"from": str(today - timedelta(days=1))})) == 3
    connection.check_constraints()


@pytest.mark.parametrize("query", [{"type": "Gift"}, {"from": "soon"}, {"format": "exe"}])
def test_invalid_query_is_refused(as_user: AsUser, story: User, query: dict[str, str]) -> None:
    reply = as_user(story).get(OWN, query)
    assert (reply.status_code, reply.json()["code"]) == (400, "invalid")


def test_filtered_list_continues_on_the_next_page(as_user: AsUser, story: User) -> None:
    client = as_user(story)
    page = client.get(OWN, {"type": "Credit", "page_size": "1"}).json()
    assert page["next"]
    assert amounts(client, type="Credit", page_size=1, cursor=page["next"]) == ["100.0000"]


def test_history_as_a_file_has_the_running_balance(as_user: AsUser, story: User) -> None:
    client = as_user(story)
    rows = records(client.get(OWN, {"format": "csv"}).content)
    assert [(row["Type"], row["Description"], row["Amount"], row["Balance"]) for row in rows] == [
        ("Withdraw", "Withdrawal", "50.00", "40.62"),
        ("Debit", "Cash collected", "71.88", "90.62"),
        ("Credit", "Earned on a trip", "62.50", "162.50"),
        ("Credit", "Credit from support", "100.00", "100.00"),
    ]
    arabic = client.get(OWN, {"format": "csv"}, headers={"Accept-Language": "ar"})
    assert next(iter(records(arabic.content)[0])) == "التاريخ"
    assert client.get(OWN, {"format": "xlsx"}).status_code == 200


def test_users_export_their_own_wallet_and_admins_any(
    as_user: AsUser, story: User, ada: User, dora: User, media_folder: Any
) -> None:
    def export(client: APIClient, **filters: Any) -> Any:
        return client.post("/api/v1/exports/", {"kind": "wallet", "format": "csv", "filters": filters})

    invalid = export(as_user(dora), user=0)
    assert (invalid.status_code, invalid.json()["code"]) == (400, "invalid")
    assert export(as_user(dora), user=1).status_code == 201
    stolen = export(as_user(ada), user=story.pk)
    assert (stolen.status_code, stolen.json()["code"]) == (403, "forbidden")
    for client, filters in ((as_user(story), {}), (as_user(dora), {"user": story.pk})):
        made = export(client, type="Credit", **filters)
        assert made.status_code == 201, made.json()
        work("exports.write")
        url = client.get(f"/api/v1/exports/{made.json()['id']}/").json()["url"]
        assert [row["Amount"] for row in records(Client().get(url).getvalue())] == ["62.50", "100.00"]


def test_every_kind_of_entry_has_a_label() -> None:
    assert set(EntryKind) == KIND_LABELS.keys()
