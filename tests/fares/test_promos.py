"""Promos over the API: the riders' list, the admins' list, and the check."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from apps.accounts.models import User
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType, Promo, PromoRedemption
from tests.bookings.api import quote
from tests.bookings.builders import make_booking
from tests.bookings.roads import Roads, driving_on
from tests.fares.promos import make_promo
from tests.personas import client_of

pytestmark = pytest.mark.django_db

CHECK = "/api/v1/promos/check/"
DAY = timedelta(days=1)


@pytest.fixture
def short_roads() -> Iterator[Roads]:
    with driving_on(Roads()) as roads:
        yield roads


def listed(person: User) -> list[dict[str, Any]]:
    results: list[dict[str, Any]] = client_of(person).get("/api/v1/promos/").json()["results"]
    return results


def check(person: User, **fields: Any) -> Any:
    return client_of(person).post(CHECK, {"promo_name": "TEN", "trip_cost": "61.53"} | fields)


def use(promo: Promo, rider: User, car_type: CarType) -> None:
    PromoRedemption.objects.create(promo=promo, user=rider, booking=make_booking(rider, car_type))
    Promo.objects.filter(pk=promo.pk).update(user_avail=promo.user_avail + 1)


def test_riders_see_valid_promos_soonest_expiry_first(ada: User) -> None:
    today = timezone.now().date()
    make_promo("LATER", promo_validity=today + 9 * DAY)
    sooner = make_promo(
        "SOONER",
        promo_description="Ten off",
        promo_validity=today + DAY,
        max_promo_discount_value=10,
        min_order=10,
    )
    make_promo("OVER", promo_validity=today - 2 * DAY)

    first, second = listed(ada)

    assert first == {
        "id": sooner.pk,
        "promo_name": "SOONER",
        "promo_description": "Ten off",
        "promo_discount_type": "flat",
        "promo_discount_value": "10.0000",
        "max_promo_discount_value": "10.0000",
        "min_order": "10.0000",
        "promo_validity": (today + DAY).isoformat(),
        "usable": True,
        "reason_code": None,
        "promo_usage_limit": None,
        "user_avail": None,
    }
    assert (second["promo_name"], second["max_promo_discount_value"]) == ("LATER", None)


def test_riders_see_which_promos_are_used_up(ada: User, cleo: User, economy: CarType) -> None:
    use(make_promo("MINE"), ada, economy)
    use(make_promo("GONE", promo_usage_limit=1), cleo, economy)

    codes = {row["promo_name"]: (row["usable"], row["reason_code"]) for row in listed(ada)}

    assert codes == {"MINE": (False, "promo_already_used"), "GONE": (False, "promo_limit_reached")}


def test_admins_see_all_promos_with_their_uses(ada: User, dora: User, economy: CarType) -> None:
    make_promo("OVER", promo_validity=date(2020, 1, 1))
    use(make_promo(), ada, economy)

    ten, over = listed(dora)

    assert (ten["promo_name"], ten["promo_usage_limit"], ten["user_avail"], ten["usable"]) == (
        "TEN",
        100,
        1,
        True,
    )
    assert (over["promo_name"], over["reason_code"]) == ("OVER", "promo_expired")


def test_check_returns_the_discount_and_reserves_nothing(ada: User) -> None:
    promo = make_promo()
    assert check(ada).json() == {"promo_name": "TEN", "discount": "10.0000", "payable_amount": "51.5300"}
    assert check(ada, promo_name=" ten ").json()["promo_name"] == "TEN"
    promo.refresh_from_db()
    assert (promo.user_avail, PromoRedemption.objects.count()) == (0, 0)


def test_check_of_a_quote_uses_its_price(ada: User, economy: CarType, short_roads: Roads) -> None:
    # 10 + 7.5 x 5 + 0.25 x 5 = 48.75; the fee, 15 % of it, is 7.3125, rounded to 7.31.
    make_promo(promo_discount_type="percentage", promo_discount_value=50)
    reply = client_of(ada).post(CHECK, {"promo_name": "TEN", "quote_id": quote(ada, economy)})
    assert reply.json() == {"promo_name": "TEN", "discount": "28.0300", "payable_amount": "28.0300"}


@pytest.mark.parametrize(
    ("code", "fields", "sent"),
    [
        ("promo_not_found", {}, {"promo_name": "ELEVEN"}),
        ("promo_expired", {"promo_validity": date(2020, 1, 1)}, {}),
        ("promo_min_order", {"min_order": "61.54"}, {}),
        ("promo_limit_reached", {"promo_usage_limit": 0}, {}),
    ],
)
def test_refused_check_gives_the_reason(
    ada: User, code: str, fields: dict[str, Any], sent: dict[str, Any]
) -> None:
    make_promo(**fields)
    reply = check(ada, **sent)
    assert (reply.status_code, reply.json()["code"]) == (400, code)
    assert reply.json()["fields"]["promo_name"] == reply.json()["detail"]


def test_promo_can_be_used_once_a_rider(ada: User, cleo: User, dora: User, economy: CarType) -> None:
    use(make_promo(), ada, economy)
    assert check(ada).json()["code"] == "promo_already_used"
    assert check(dora, customer_id=ada.pk).json()["code"] == "promo_already_used"
    # A rider cannot check for another user.
    assert check(ada, customer_id=cleo.pk).json()["code"] == "promo_already_used"
    for person in (cleo, dora):
        assert check(person).status_code == 200


def test_last_day_ends_at_the_platforms_midnight(ada: User) -> None:
    update_platform_settings(time_zone="Asia/Tokyo")
    make_promo(promo_validity=date(2026, 11, 20))
    with time_machine.travel(datetime(2026, 11, 20, 14, 59, tzinfo=UTC), tick=False):
        assert check(ada).status_code == 200
    with time_machine.travel(datetime(2026, 11, 20, 15, 0, tzinfo=UTC), tick=False):
        assert check(ada).json()["code"] == "promo_expired"


@pytest.mark.parametrize("sent", [{"trip_cost": None}, {"trip_cost": "-1"}, {"promo_name": ""}])
def test_check_needs_a_name_and_a_price(ada: User, sent: dict[str, Any]) -> None:
    make_promo()
    body = {"promo_name": "TEN", "trip_cost": "61.53"} | sent
    reply = client_of(ada).post(CHECK, {name: value for name, value in body.items() if value is not None})
    assert reply.status_code == 400
    assert set(reply.json()["fields"]) == set(sent)
