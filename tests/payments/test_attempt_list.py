"""The admins' list of attempts: filters, search, detail and export."""

from collections.abc import Callable
from decimal import Decimal as D
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.exports.registry import export_kind
from apps.payments.choices import State
from apps.payments.models import Attempt
from apps.payments.services.starting import begin_top_up
from apps.payments.services.test_gateway import press

URL = "/api/v1/payments/attempts/"


@pytest.fixture
def staff(as_user: Callable[[User | None], APIClient], dora: User) -> APIClient:
    return as_user(dora)


@pytest.fixture
def two(attempt: Attempt, cleo: User, run_jobs: Callable[[], int]) -> tuple[Attempt, Attempt]:
    """Return Ada's paid attempt and Cleo's later declined one."""
    press(attempt=attempt, button="approve")
    other = begin_top_up(user=cleo, provider="test", amount=D(7))
    press(attempt=other, button="decline")
    run_jobs()
    for each in (attempt, other):
        each.refresh_from_db()
    return attempt, other


def listed(staff: APIClient, **query: Any) -> list[str]:
    answer = staff.get(URL, query)
    assert answer.status_code == 200, answer.content
    return [row["ref"] for row in answer.json()["results"]]


def test_newest_attempt_is_first(staff: APIClient, two: tuple[Attempt, Attempt]) -> None:
    paid, declined = two
    assert listed(staff) == [declined.ref, paid.ref]
    assert listed(staff, ordering="id") == [paid.ref, declined.ref]


def test_each_filter_selects_its_attempts(staff: APIClient, two: tuple[Attempt, Attempt], ada: User) -> None:
    paid, declined = two
    assert listed(staff, state=State.PAID) == [paid.ref]
    assert listed(staff, needs_review="true") == [declined.ref]
    assert listed(staff, user=ada.pk) == [paid.ref]
    assert listed(staff, provider="stripe") == []
    assert listed(staff, live="true") == []
    assert listed(staff, purpose="booking") == []
    assert listed(staff, to="2000-01-01") == []
    assert len(listed(staff, **{"from": "2000-01-01"})) == 2


def test_search_by_reference_prefix_or_payment_id(staff: APIClient, two: tuple[Attempt, Attempt]) -> None:
    paid, declined = two
    assert listed(staff, search=paid.ref[:12]) == [paid.ref]
    assert listed(staff, search=declined.reference) == [declined.ref]
    assert listed(staff, search=paid.payment_id) == [paid.ref]
    assert listed(staff, search="nothing-like-it") == []


def test_pages_continue_by_cursor(staff: APIClient, two: tuple[Attempt, Attempt]) -> None:
    paid, _declined = two
    first = staff.get(URL, {"page_size": 1}).json()
    second = staff.get(URL, {"page_size": 1, "cursor": first["next"]}).json()
    assert ([row["ref"] for row in second["results"]], second["next"]) == ([paid.ref], None)


def test_number_of_queries_is_constant(
    staff: APIClient,
    two: tuple[Attempt, Attempt],
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    with django_assert_max_num_queries(3):
        assert len(listed(staff)) == 2


def test_detail_has_notifications_and_refunds(
    staff: APIClient, two: tuple[Attempt, Attempt], run_jobs: Callable[[], int]
) -> None:
    paid, declined = two
    staff.post(f"/api/v1/payments/checkouts/{paid.ref}/refund/", {"amount": "5.50", "reason": "Sorry"})
    run_jobs()
    known = staff.get(f"{URL}{paid.ref}/").json()
    assert (known["state"], known["refundable_amount"]) == ("partially_refunded", "20.0000")
    assert [(row["amount"], row["reason"], row["state"]) for row in known["refunds"]] == [
        ("5.5000", "Sorry", "done")
    ]
    assert known["notifications"]
    assert known["notifications"][0].keys() == {"id", "received_at", "method", "verdict", "reason"}
    assert D(staff.get(f"{URL}{declined.ref}/").json()["refundable_amount"]) == 0
    assert staff.get(f"{URL}none/").status_code == 404


def test_invalid_filter_is_rejected(staff: APIClient, two: tuple[Attempt, Attempt]) -> None:
    answer = staff.get(URL, {"state": "rich"})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")


def test_list_is_exported(dora: User, two: tuple[Attempt, Attempt]) -> None:
    paid, _declined = two
    kind = export_kind("payments")
    table = kind.table(dora, kind.check(dora, {"state": "paid"}))
    names = [column.name for column in table.columns]
    rows = [
        dict(zip(names, [column.value(row) for column in table.columns], strict=True)) for row in table.rows()
    ]
    assert table.count() == len(rows) == 1
    assert (rows[0]["ref"], rows[0]["amount"], rows[0]["user_name"]) == (paid.ref, D("25.50"), "Ada Example")
