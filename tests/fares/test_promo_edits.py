"""Promos edited by admins: validated, audited, and checked against their uses."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.core.models import AuditEntry
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType, Promo, PromoRedemption
from tests.bookings.builders import make_booking
from tests.fares.promos import make_promo
from tests.personas import client_of

pytestmark = pytest.mark.django_db
URL = "/api/v1/promos/"


@pytest.fixture
def office(dora: User) -> APIClient:
    return client_of(dora)


def form(**fields: Any) -> dict[str, Any]:
    return {
        "promo_name": "WELCOME",
        "promo_description": "For new riders",
        "promo_discount_type": "percentage",
        "promo_discount_value": "20",
        "max_promo_discount_value": "8",
        "min_order": "10",
        "promo_validity": (timezone.now().date() + timedelta(days=7)).isoformat(),
        "promo_usage_limit": 100,
    } | fields


def snapshot() -> Any:
    return list(Promo.objects.order_by("pk").values()), AuditEntry.objects.count()


def use(promo: Promo, rider: User, car_type: CarType, status: Status = Status.NEW) -> None:
    booking = make_booking(rider, car_type, status)
    PromoRedemption.objects.create(promo=promo, user=rider, booking=booking)
    Promo.objects.filter(pk=promo.pk).update(user_avail=promo.redemptions.count())


def test_new_promo_applies_at_once(office: APIClient, ada: User, dora: User) -> None:
    made = office.post(URL, form())
    assert (made.status_code, made.json()["state"], made.json()["user_avail"]) == (201, "running", 0)
    checked = client_of(ada).post(f"{URL}check/", {"promo_name": "welcome", "trip_cost": "100"})
    assert checked.json()["discount"] == "8.0000"
    entry = AuditEntry.objects.get()
    assert (entry.actor_id, entry.action, entry.kind, entry.label) == (dora.pk, "added", "promo", "WELCOME")


@pytest.mark.parametrize(
    ("wrong", "code", "field"),
    [
        ({"promo_discount_value": "100.01"}, "invalid", "promo_discount_value"),
        ({"promo_discount_value": "0"}, "invalid", "promo_discount_value"),
        ({"promo_discount_value": "-5"}, "invalid", "promo_discount_value"),
        ({"max_promo_discount_value": "-5"}, "invalid", "max_promo_discount_value"),
        ({"min_order": "-1"}, "invalid", "min_order"),
        ({"promo_usage_limit": 0}, "invalid", "promo_usage_limit"),
        ({"promo_name": "tEN"}, "promo_exists", "promo_name"),
        ({"promo_name": ""}, "invalid", "promo_name"),
        ({"promo_validity": "31.12.2026"}, "invalid", "promo_validity"),
    ],
)
def test_invalid_value_is_named_and_changes_nothing(
    office: APIClient, wrong: dict[str, Any], code: str, field: str
) -> None:
    make_promo("TEN")
    other = make_promo("OTHER", promo_discount_type="percentage")
    before = snapshot()
    for response in (office.post(URL, form(**wrong)), office.patch(f"{URL}{other.pk}/", wrong)):
        assert (response.status_code, response.json()["code"]) == (400, code)
        assert field in response.json()["fields"]
    assert snapshot() == before


def test_new_promo_cannot_be_expired_but_an_existing_one_can(office: APIClient) -> None:
    yesterday = (timezone.now().date() - timedelta(days=1)).isoformat()
    assert office.post(URL, form(promo_validity=yesterday)).json()["fields"].keys() == {"promo_validity"}
    promo = make_promo()
    assert office.patch(f"{URL}{promo.pk}/", {"promo_validity": yesterday}).json()["state"] == "over"


def test_promo_is_valid_on_its_last_day(office: APIClient, ada: User) -> None:
    assert office.post(URL, form(promo_validity=timezone.now().date().isoformat())).status_code == 201
    checked = client_of(ada).post(f"{URL}check/", {"promo_name": "WELCOME", "trip_cost": "100"})
    assert checked.status_code == 200


def test_limit_cannot_be_below_the_uses(office: APIClient, ada: User, cleo: User, economy: CarType) -> None:
    promo = make_promo()
    use(promo, ada, economy)
    use(promo, cleo, economy)
    response = office.patch(f"{URL}{promo.pk}/", {"promo_usage_limit": 1})
    assert response.json()["fields"].keys() == {"promo_usage_limit"}
    assert office.patch(f"{URL}{promo.pk}/", {"promo_usage_limit": 2}).json()["state"] == "used_up"


def test_use_count_is_read_only(office: APIClient, ada: User, economy: CarType) -> None:
    promo = make_promo()
    use(promo, ada, economy)
    office.patch(f"{URL}{promo.pk}/", {"user_avail": 0, "promo_description": "New"})
    promo.refresh_from_db()
    assert (promo.user_avail, promo.promo_description) == (1, "New")


def test_change_is_audited(office: APIClient, dora: User) -> None:
    promo = make_promo()
    office.patch(f"{URL}{promo.pk}/", {"promo_discount_value": "12"})
    entry = AuditEntry.objects.get()
    assert (entry.actor_id, entry.before, entry.after) == (
        dora.pk,
        {"promo_discount_value": "10.0000"},
        {"promo_discount_value": "12.0000"},
    )


def test_only_unused_promos_are_deleted(office: APIClient, ada: User, economy: CarType) -> None:
    promo, unused = make_promo(), make_promo("UNUSED")
    use(promo, ada, economy)
    response = office.delete(f"{URL}{promo.pk}/")
    assert (response.status_code, response.json()["code"]) == (409, "promo_in_use")
    assert office.delete(f"{URL}{unused.pk}/").status_code == 204
    assert [row.promo_name for row in Promo.objects.all()] == ["TEN"]
    assert [entry.action for entry in AuditEntry.objects.all()] == ["deleted"]


def test_list_is_filtered_ordered_and_paged(office: APIClient) -> None:
    today = timezone.now().date()
    make_promo("OVER", promo_validity=today - timedelta(days=1))
    make_promo("SPENT", promo_usage_limit=5, user_avail=5)
    make_promo("RUNS", promo_description="A summer of rides")

    def names(query: str) -> list[str]:
        rows = office.get(f"{URL}all/?{query}").json()["results"]
        return [row["promo_name"] for row in rows]

    assert names("") == ["RUNS", "SPENT", "OVER"]
    assert names("state=running") == ["RUNS"]
    assert names("state=over") == ["OVER"]
    assert names("state=used_up") == ["SPENT"]
    assert names("search=summer") == ["RUNS"]
    assert names("ordering=promo_name") == ["OVER", "RUNS", "SPENT"]
    page = office.get(f"{URL}all/?page_size=2").json()
    assert names(f"page_size=2&cursor={page['next']}") == ["OVER"]
    assert office.get(f"{URL}all/?ordering=password").status_code == 400


def test_demo_mode_allows_adding_only(office: APIClient) -> None:
    promo = make_promo()
    update_platform_settings(allow_critical_edits_admin=False)
    before = snapshot()
    for response in (
        office.patch(f"{URL}{promo.pk}/", {"promo_discount_value": "1"}),
        office.delete(f"{URL}{promo.pk}/"),
    ):
        assert (response.status_code, response.json()["code"]) == (403, "demo_mode")
    assert snapshot() == before
    assert office.post(URL, form()).status_code == 201


def test_other_roles_cannot_edit_promos(ada: User, fay: User) -> None:
    promo = make_promo()
    before = snapshot()
    for who in (ada, fay):
        assert client_of(who).post(URL, form()).status_code == 403
        assert client_of(who).patch(f"{URL}{promo.pk}/", {"promo_usage_limit": 1}).status_code == 403
        assert client_of(who).get(f"{URL}all/").status_code == 403
    assert snapshot() == before
