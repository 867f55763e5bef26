"""Test trips, and runs at several times under two tariffs."""

from decimal import Decimal as D
from typing import Any

import pytest
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.fares.models import CarType
from apps.fares.tariffs.edits import create_draft
from apps.geo.adapters.osrm import OsrmRouting
from tests.fares.estimates import COWES, NEWPORT
from tests.fares.tariffs import document, publish, rates
from tests.personas import client_of

pytestmark = pytest.mark.django_db
DAY, NIGHT = "2026-12-01T12:00:00Z", "2026-12-01T23:30:00Z"
RUN = {"name": "Station", "distance_km": "10", "minutes": "15"}


@pytest.fixture
def office(dora: User) -> APIClient:
    return client_of(dora)


def post(office: APIClient, path: str, status: int = 200, **body: Any) -> dict[str, Any]:
    reply = office.post(f"/api/v1/tariffs/{path}", body, format="json")
    assert reply.status_code == status, reply.content
    replied: dict[str, Any] = reply.json()
    return replied


def test_test_trip_shows_lines_that_explain_themselves(
    office: APIClient, dora: User, economy: CarType
) -> None:
    draft = create_draft(by=dora, document=document())
    shown = post(office, f"{draft.pk}/preview/", car_type_id=economy.pk, run=RUN, at=NIGHT)
    assert shown["trip_cost"] == "35.2000"
    assert sum(D(line["amount"]) for line in shown["breakdown"]) == D(shown["trip_cost"])
    assert [line["explanation"] for line in shown["breakdown"]] == [
        "Night rate: Base fare",
        "Night rate, 23:00-06:00: 10 km at 2.80 per km",
        "Night rate, 23:00-06:00: 15 mins at 0 per hour",
        "Fee: Convenience fee",
    ]


def test_test_trip_between_places_uses_the_road_and_its_zones(
    office: APIClient, dora: User, economy: CarType, roads: OsrmRouting
) -> None:
    square = [[-1.4, 50.6], [-1.2, 50.6], [-1.2, 50.74], [-1.4, 50.74]]
    draft = create_draft(
        by=dora,
        document=document(
            {"name": "Town", "when": {"zones": ["Newport"]}, "then": rates("0", "1.00")},
            {"name": "Country", "then": rates("0", "2.00")},
            zones={"Newport": {"rings": [square]}},
        ),
    )
    run = {
        name: {key: place[key] for key in ("lat", "lng")}
        for name, place in (("pickup", NEWPORT), ("drop", COWES))
    }
    shown = post(office, f"{draft.pk}/preview/", car_type_id=economy.pk, run=run, at=DAY)
    rules = {line["explanation"].split(":")[0] for line in shown["breakdown"] if line["key"] == "distance"}
    assert rules == {"Town", "Country"}


def test_test_trip_by_the_hour_has_the_booked_hours_and_what_was_driven_beyond(
    office: APIClient, dora: User, economy: CarType
) -> None:
    hire = {
        "kind": "hire",
        "per_hour": "40",
        "included_per_hour": "20 km",
        "extra_distance": "1.50",
        "extra_half_hour": "22",
    }
    draft = create_draft(by=dora, document=document({"name": "City tour", "then": hire}))
    trip: dict[str, Any] = {"car_type_id": economy.pk, "at": DAY, "hire_minutes": 120}
    # Two hours with 40 km; a half-hour begun brings 10 km more, and 2 km are left.
    driven = {"distance_km": "52", "minutes": "121"}
    shown = post(office, f"{draft.pk}/preview/", **trip, run=driven)
    assert [(line["key"], D(line["amount"])) for line in shown["breakdown"][:3]] == [
        ("hire", D(80)),
        ("hire_time", D(22)),
        ("hire_distance", D(3)),
    ]
    without = create_draft(by=dora, document=document({"name": "Meter", "then": rates("3", "2")}))
    refused = post(office, f"{without.pk}/preview/", 422, **trip, run=driven)
    assert refused["code"] == "tariff_no_rate"


@pytest.mark.parametrize(
    ("children", "supplement"),
    # Of five passengers four are free, and two children count as one.
    [(0, D("0.50")), (1, D("0.50")), (2, D(0)), (4, D(0))],
)
def test_children_of_a_test_trip_count_as_the_tariff_says(
    children: int, supplement: D, office: APIClient, dora: User, economy: CarType
) -> None:
    extra = {"kind": "extra", "per": "passenger", "amount": "0.50", "free": 4, "children_per_passenger": 2}
    draft = create_draft(
        by=dora,
        document=document({"name": "Day", "then": rates("3", "1")}, {"name": "Passengers", "then": extra}),
    )
    trip: dict[str, Any] = {"car_type_id": economy.pk, "run": RUN, "at": DAY}
    alone = post(office, f"{draft.pk}/preview/", **trip)
    shown = post(office, f"{draft.pk}/preview/", **trip, passengers=5, children=children)
    assert D(shown["trip_cost"]) - D(alone["trip_cost"]) == supplement
    refused = post(office, f"{draft.pk}/preview/", 400, **trip, passengers=1, children=2)
    assert (refused["code"], list(refused["fields"])) == ("select_proper", ["children"])


def test_trip_without_a_rate_is_refused(office: APIClient, dora: User, economy: CarType) -> None:
    only_at_night = {"name": "Night", "when": {"hours": "23:00-06:00"}, "then": rates("1", "1")}
    draft = create_draft(by=dora, document=document(only_at_night))
    refused = post(office, f"{draft.pk}/preview/", 422, car_type_id=economy.pk, run=RUN, at=DAY)
    assert refused["code"] == "tariff_no_rate"


def test_run_needs_places_or_distance_and_time(office: APIClient, dora: User, economy: CarType) -> None:
    draft = create_draft(by=dora, document=document())
    refused = post(
        office, f"{draft.pk}/preview/", 400, car_type_id=economy.pk, run={"distance_km": "1"}, at=DAY
    )
    assert refused["code"] == "invalid"


def test_comparison_puts_a_draft_beside_the_tariff_in_force(
    office: APIClient, dora: User, economy: CarType
) -> None:
    published = publish(dora, {"name": "Meter", "then": rates("5.00", "2.00")})
    draft = create_draft(by=dora, document=document())
    shown = post(
        office, "compare/", tariff_id=draft.pk, car_type_id=economy.pk, runs=[RUN], times=[DAY, NIGHT]
    )
    assert shown["other_id"] == published.pk
    (row,) = shown["rows"]
    assert row["name"] == "Station"
    assert [(cell["trip_cost"], cell["other_trip_cost"], cell["difference"]) for cell in row["cells"]] == [
        ("25.3000", "25.0000", "0.3000"),
        ("35.2000", "25.0000", "10.2000"),
    ]


def test_comparison_without_a_published_tariff_is_with_the_car_types_numbers(
    office: APIClient, dora: User, economy: CarType
) -> None:
    draft = create_draft(by=dora, document=document())
    shown = post(office, "compare/", tariff_id=draft.pk, car_type_id=economy.pk, runs=[RUN], times=[DAY])
    ((cell,),) = [row["cells"] for row in shown["rows"]]
    # Document 1: 10 + 5 x 10 km + 5 x 0.25 h, plus 15 percent.
    assert (shown["other_id"], cell["other_trip_cost"]) == (None, "70.4400")
