"""The user's own wallet over HTTP."""

from collections.abc import Callable
from decimal import Decimal as D

import pytest
from django.db import transaction
from pytest_django import DjangoAssertNumQueries
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.wallet.services import credit_by_admin
from apps.wallet.trips.fees import settle_cancellation
from tests.personas import client_of
from tests.wallet.test_selectors import trip

AsUser = Callable[[User | None], APIClient]

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("path", ["wallet", "wallet/history", "earnings"])
def test_visitor_has_no_wallet(as_user: AsUser, path: str) -> None:
    reply = as_user(None).get(f"/api/v1/me/{path}/")
    assert (reply.status_code, reply.json()["code"]) == (401, "not_logged_in")


def test_new_wallet_is_empty(as_user: AsUser, ada: User) -> None:
    client = as_user(ada)
    assert D(client.get("/api/v1/me/wallet/").json()["balance"]) == 0
    assert client.get("/api/v1/me/wallet/history/").json() == {"next": None, "results": []}


def test_balance_is_the_users_own(as_user: AsUser, ada: User, cleo: User, dora: User) -> None:
    credit_by_admin(user_id=ada.pk, amount=D("12.34"), by=dora, key="k")
    assert as_user(ada).get("/api/v1/me/wallet/").json()["balance"] == "12.3400"
    assert D(as_user(cleo).get("/api/v1/me/wallet/").json()["balance"]) == 0
    assert as_user(cleo).get("/api/v1/me/wallet/history/").json()["results"] == []
    assert as_user(ada).get("/api/v1/me/").json()["wallet_balance"] == "12.3400"


def test_history_is_newest_first_with_positive_amounts(
    as_user: AsUser, ada: User, ben: User, dora: User
) -> None:
    credit_by_admin(user_id=ben.pk, amount=D(100), by=dora, key="k")
    trip(81, rider=ada, driver=ben)
    movements = as_user(ben).get("/api/v1/me/wallet/history/").json()["results"]
    assert [
        {name: value for name, value in movement.items() if name not in ("id", "date")}
        for movement in movements
    ] == [
        {
            "type": "Debit",
            "amount": "71.8800",
            "tx_ref": "REF81",
            "balance_after": "90.6200",
            "kind": "cash_settlement",
            "booking_reference": "REF81",
            "booking_id": 81,
        },
        {
            "type": "Credit",
            "amount": "62.5000",
            "tx_ref": "REF81",
            "balance_after": "162.5000",
            "kind": "driver_share",
            "booking_reference": "REF81",
            "booking_id": 81,
        },
        {
            "type": "Credit",
            "amount": "100.0000",
            "tx_ref": "AdminCredit",
            "balance_after": "100.0000",
            "kind": "admin_credit",
            "booking_reference": None,
            "booking_id": None,
        },
    ]
    assert all(movement["date"].endswith("Z") for movement in movements)


def test_history_pages_are_complete(
    as_user: AsUser, ada: User, dora: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client = as_user(ada)
    for number in range(1, 8):
        credit_by_admin(user_id=ada.pk, amount=D(number), by=dora, key=f"k{number}")
    seen, cursor = [], ""
    while True:
        # The user, and the page with its entries.
        with django_assert_max_num_queries(2):
            page = client.get(f"/api/v1/me/wallet/history/?page_size=3{cursor}").json()
        seen += [D(movement["amount"]) for movement in page["results"]]
        if page["next"] is None:
            break
        cursor = f"&cursor={page['next']}"
    assert seen == [D(number) for number in range(7, 0, -1)]


def test_driver_sees_earnings(as_user: AsUser, ada: User, ben: User) -> None:
    trip(81, rider=ada, driver=ben)
    assert as_user(ben).get("/api/v1/me/earnings/").json() == {
        "today": "62.5000",
        "month": "62.5000",
        "total": "62.5000",
        "tips_today": "0.0000",
        "tips_month": "0.0000",
        "tips_total": "0.0000",
        "trips_today": 1,
        "trips_total": 1,
    }


@pytest.mark.parametrize("who", ["ada", "fay", "dora"])
def test_other_roles_have_no_earnings(as_user: AsUser, who: str, request: pytest.FixtureRequest) -> None:
    reply = as_user(request.getfixturevalue(who)).get("/api/v1/me/earnings/")
    assert (reply.status_code, reply.json()["code"]) == (403, "forbidden")


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
@pytest.mark.parametrize("path", ["wallet", "wallet/history"])
def test_wallet_is_read_only_over_http(as_user: AsUser, ada: User, method: str, path: str) -> None:
    reply = getattr(as_user(ada), method)(f"/api/v1/me/{path}/", {"balance": "1000000"})
    assert (reply.status_code, reply.json()["code"]) == (405, "method_not_allowed")
    assert D(as_user(ada).get("/api/v1/me/wallet/").json()["balance"]) == 0


def test_wallet_shows_owed_fees(ada: User, ben: User) -> None:
    with transaction.atomic():
        settle_cancellation(
            booking_id=81,
            reference="HX7K2M",
            customer_id=ada.pk,
            driver_id=ben.pk,
            refund=D(0),
            fee=D(10),
        )
    body = client_of(ada).get("/api/v1/me/wallet/").json()
    assert (body["balance"], body["owed"]) == ("0.0000", "10.0000")
    assert [(fee["reference"], fee["left"]) for fee in body["owed_fees"]] == [("HX7K2M", "10.0000")]


def test_admin_sees_and_writes_off_a_fee(ada: User, ben: User, dora: User) -> None:
    with transaction.atomic():
        settle_cancellation(
            booking_id=81,
            reference="HX7K2M",
            customer_id=ada.pk,
            driver_id=ben.pk,
            refund=D(0),
            fee=D(10),
        )
    (fee,) = client_of(dora).get(f"/api/v1/users/{ada.pk}/owed-fees/").json()["results"]
    path = f"/api/v1/owed-fees/{fee['id']}/write-off/"
    assert client_of(dora).post(path, {"reason": ""}).status_code == 400
    reply = client_of(dora).post(path, {"reason": "Goodwill"})
    assert (reply.status_code, reply.json()["written_off"], reply.json()["left"]) == (
        200,
        "10.0000",
        "0.0000",
    )
    assert client_of(ada).get("/api/v1/me/wallet/").json()["owed"] == "0.0000"
    again = client_of(dora).post(path, {"reason": "Goodwill"})
    assert (again.status_code, again.json()["code"]) == (409, "fee_settled")
