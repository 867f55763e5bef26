import math
import random
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from apps.geo.geometry.sphere import EARTH_RADIUS_KM, great_circle_km
from apps.geo.models import DriverPosition
from apps.geo.port import LatLng
from apps.geo.positions.nearest import (
    Eligibility,
    Search,
    nearest_drivers,
    nearest_drivers_of_each,
    nearest_drivers_of_each_sql,
    nearest_drivers_sql,
)
from tests.geo.conftest import AddDrivers

NEWPORT = LatLng(50.7010, -1.2930)
pytestmark = pytest.mark.django_db


def vector_km(a: LatLng, b: LatLng) -> float:
    """Return the angle between position vectors times the radius, unlike the formula under test."""
    ax, ay, az = _vector(a)
    bx, by, bz = _vector(b)
    cross = math.hypot(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx)
    return EARTH_RADIUS_KM * math.atan2(cross, ax * bx + ay * by + az * bz)


def _vector(point: LatLng) -> tuple[float, float, float]:
    lat, lng = math.radians(point.lat), math.radians(point.lng)
    return math.cos(lat) * math.cos(lng), math.cos(lat) * math.sin(lng), math.sin(lat)


def assert_same_as_brute_force(
    drivers: list[tuple[int, LatLng]], at: LatLng, *, radius_km: float, limit: int | None
) -> None:
    found = nearest_drivers(Search(at, radius_km, 3600), car_type_id=1, limit=limit)
    ranked = sorted((vector_km(at, point), driver_id) for driver_id, point in drivers)
    # A driver within a tenth of a millimetre of the radius may be included or not.
    inside = [(km, driver_id) for km, driver_id in ranked if km <= radius_km - 1e-7]
    rim = [driver_id for km, driver_id in ranked if abs(km - radius_km) < 1e-7]
    expected = inside[:limit]
    got = [(driver.distance_km, driver.driver_id) for driver in found if driver.driver_id not in rim]
    assert len(got) == len(expected)
    for (km, _), (oracle_km, _) in zip(got, expected, strict=True):
        assert km == pytest.approx(oracle_km, abs=1e-7)
    # The same drivers; those at equal distances may be in either order.
    by_id = {driver_id: km for km, driver_id in ranked}
    kth_km = expected[-1][0] if expected else 0.0
    certain = {driver_id for km, driver_id in expected if km < kth_km - 1e-7}
    assert certain <= {driver_id for _, driver_id in got}
    assert all(by_id[driver_id] == pytest.approx(km, abs=1e-7) for km, driver_id in got)
    assert [driver.driver_id for driver in found] == [
        driver.driver_id for driver in sorted(found, key=lambda d: (d.distance_km, d.driver_id))
    ]


def scattered(rng: random.Random, centre: LatLng, spread: float, count: int) -> list[LatLng]:
    points = []
    for _ in range(count):
        lng = centre.lng + rng.gauss(0, spread) / max(0.01, math.cos(math.radians(centre.lat)))
        lat = min(90.0, max(-90.0, centre.lat + rng.gauss(0, spread)))
        points.append(LatLng(round(lat, 7), round((lng + 180) % 360 - 180, 7)))
    return points


@pytest.mark.parametrize(
    "centre",
    [
        pytest.param(NEWPORT, id="the Isle of Wight"),
        pytest.param(LatLng(-16.8, 179.98), id="Fiji, astride the antimeridian"),
        pytest.param(LatLng(0.0, 0.0), id="the equator"),
        pytest.param(LatLng(78.22, 15.65), id="Svalbard"),
        pytest.param(LatLng(89.95, 40.0), id="the pole"),
    ],
)
def test_nearest_drivers_equal_brute_force(centre: LatLng, add_drivers: AddDrivers) -> None:
    rng = random.Random(7)
    points = [*scattered(rng, centre, 0.1, 700), *scattered(rng, centre, 5, 200), *[centre] * 40]
    drivers = list(zip(add_drivers(points), points, strict=True))
    for _ in range(120):
        at = scattered(rng, centre, rng.choice([0.01, 0.1, 1.0]), 1)[0]
        radius_km = rng.choice([0.5, 5, 10, 50, 500, 3000])
        assert_same_as_brute_force(drivers, at, radius_km=radius_km, limit=rng.choice([1, 3, 20, 100, None]))


@pytest.mark.parametrize(
    "centre",
    [
        pytest.param(NEWPORT, id="the Isle of Wight"),
        pytest.param(LatLng(-16.8, 179.98), id="Fiji, astride the antimeridian"),
        pytest.param(LatLng(89.95, 40.0), id="the pole"),
    ],
)
def test_one_search_of_several_car_types_equals_one_of_each(centre: LatLng, add_drivers: AddDrivers) -> None:
    rng = random.Random(11)
    for car_type_id in (1, 2, 5):
        add_drivers(scattered(rng, centre, 0.1, 150), car_type_id=car_type_id)
        add_drivers([centre] * 20, car_type_id=car_type_id)
    for _ in range(20):
        at = scattered(rng, centre, 0.1, 1)[0]
        search = Search(at, rng.choice([0.5, 5, 50, 500]), 3600)
        limit = rng.choice([1, 8, 50])
        found = nearest_drivers_of_each(search, [5, 1, 3, 2], limit=limit)
        assert list(found) == [5, 1, 3, 2]
        alone = {number: nearest_drivers(search, car_type_id=number, limit=limit) for number in found}
        assert {number: drivers.nearest for number, drivers in found.items()} == alone
        assert {number: drivers.found for number, drivers in found.items()} == {
            number: len(drivers) for number, drivers in alone.items()
        }
        first_two = nearest_drivers_of_each(search, [5, 1, 3, 2], limit=limit, returned=2)
        assert {number: (drivers.found, drivers.nearest) for number, drivers in first_two.items()} == {
            number: (len(drivers), drivers[:2]) for number, drivers in alone.items()
        }
    assert any(alone.values())


def test_one_search_of_several_car_types_takes_parameters_of_each(add_drivers: AddDrivers) -> None:
    first = add_drivers([NEWPORT] * 3, car_type_id=1)
    second = add_drivers([NEWPORT] * 3, car_type_id=2)
    found = nearest_drivers_of_each(
        Search(NEWPORT, 5, 60, Eligibility(where="p.driver_id >= %(lowest_id)s::bigint")),
        [1, 2],
        limit=10,
        params_of_each={"lowest_id": ("bigint", [first[2], second[1]])},
    )
    assert {
        number: [driver.driver_id for driver in drivers.nearest] for number, drivers in found.items()
    } == {
        1: [first[2]],
        2: second[1:],
    }
    assert nearest_drivers_of_each(Search(NEWPORT, 5, 60), [], limit=10) == {}


def test_one_search_of_several_car_types_walks_the_partial_index(add_drivers: AddDrivers) -> None:
    rng = random.Random(3)
    for car_type_id in (1, 2):
        add_drivers(scattered(rng, NEWPORT, 0.3, 10_000), car_type_id=car_type_id)
    statement, values = nearest_drivers_of_each_sql(Search(NEWPORT, 2, 60), [1, 2], limit=20)
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN {statement.as_string()}", values)
        plan = "\n".join(row[0] for row in cursor.fetchall())
    assert "Order By: (spot <->" in plan
    assert "Seq Scan on geo_driverposition" not in plan


def degrees(most: float) -> st.SearchStrategy[float]:
    """Return coordinates as record_positions stores them."""
    return st.floats(-most, most).map(lambda value: round(value, 7))


coordinates = st.builds(LatLng, degrees(90), degrees(180))


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    points=st.lists(coordinates, min_size=1, max_size=40),
    at=coordinates,
    radius_km=st.floats(0.001, 20_100),
    limit=st.one_of(st.none(), st.integers(1, 10)),
)
def test_nearest_drivers_of_random_points_equal_brute_force(
    points: list[LatLng], at: LatLng, radius_km: float, limit: int | None, add_drivers: AddDrivers
) -> None:
    with transaction.atomic():
        DriverPosition.objects.all().delete()
        drivers = list(zip(add_drivers(points), points, strict=True))
        assert_same_as_brute_force(drivers, at, radius_km=radius_km, limit=limit)
        search = Search(at, radius_km, 3600)
        alone = nearest_drivers(search, car_type_id=1, limit=limit or 10)
        counted = nearest_drivers_of_each(search, [1], limit=limit or 10, returned=3)[1]
        assert (counted.found, counted.nearest) == (len(alone), alone[:3])


@pytest.mark.slow
@pytest.mark.parametrize("searches", [200, pytest.param(4_000, marks=pytest.mark.soak)])
def test_searches_among_twenty_thousand_drivers_are_exact(add_drivers: AddDrivers, searches: int) -> None:
    rng = random.Random(11)
    points = [*scattered(rng, NEWPORT, 0.1, 18_000), *scattered(rng, NEWPORT, 20, 2_000)]
    drivers = list(zip(add_drivers(points), points, strict=True))
    near = [pair for pair in drivers if great_circle_km(pair[1], NEWPORT) < 300]
    for _ in range(searches):
        at = scattered(rng, NEWPORT, 0.15, 1)[0]
        # Brute force skips drivers out of reach of the search.
        box = [(i, p) for i, p in near if abs(p.lat - at.lat) < 0.03 and abs(p.lng - at.lng) < 0.05]
        assert_same_as_brute_force(box, at, radius_km=3, limit=rng.choice([1, 3, 20]))


def test_only_free_fresh_drivers_of_the_car_type_are_found(add_drivers: AddDrivers) -> None:
    (found,) = add_drivers([NEWPORT])
    add_drivers([NEWPORT], free=False)
    add_drivers([NEWPORT], online=False)
    add_drivers([NEWPORT], car_type_id=2)
    add_drivers([NEWPORT], at=timezone.now() - timedelta(minutes=10))
    (excluded,) = add_drivers([NEWPORT])
    for limit in (5, None):
        search = Search(NEWPORT, 1, 60)
        drivers = nearest_drivers(search, car_type_id=1, limit=limit, exclude_ids=[excluded])
        assert [driver.driver_id for driver in drivers] == [found]
        assert drivers[0].distance_km == 0


def test_driver_without_a_position_is_not_found(add_drivers: AddDrivers) -> None:
    (driver_id,) = add_drivers([NEWPORT])
    DriverPosition.objects.filter(pk=driver_id).update(lat=None, lng=None, at=None)
    assert nearest_drivers(Search(NEWPORT, 9, 60), car_type_id=1, limit=5) == []


def test_higher_layer_adds_its_own_condition(add_drivers: AddDrivers) -> None:
    first, second = add_drivers([NEWPORT, LatLng(50.7020, -1.2930)])
    named = Eligibility(
        joins="JOIN accounts_user u ON u.id = p.driver_id", where="u.id >= %(lowest_id)s::bigint"
    )
    for limit in (1, None):
        search = Search(NEWPORT, 5, 60, named, {"lowest_id": second})
        drivers = nearest_drivers(search, car_type_id=1, limit=limit)
        assert [driver.driver_id for driver in drivers] == [second]
    assert first != second


def test_search_works_inside_another_statement(add_drivers: AddDrivers) -> None:
    (driver_id,) = add_drivers([NEWPORT])
    statement, values = nearest_drivers_sql(Search(NEWPORT, 5, 60), car_type_id=1, limit=3)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*), min(driver_id) FROM ({statement.as_string()}) near", values)
        assert cursor.fetchone() == (1, driver_id)


def test_search_near_zero_does_not_underflow(add_drivers: AddDrivers) -> None:
    (driver_id,) = add_drivers([LatLng(0, 0)])
    at = LatLng(1e-310, -1e-310)
    drivers = nearest_drivers(Search(at, 5, 60), car_type_id=1, limit=3)
    assert [driver.driver_id for driver in drivers] == [driver_id]


def test_point_off_the_earth_is_refused() -> None:
    with pytest.raises(ValueError, match="not on Earth"):
        Search(LatLng(math.nan, 0), 5, 60)


@pytest.mark.parametrize("limit", [20, None])
def test_search_uses_the_partial_index(limit: int | None, add_drivers: AddDrivers) -> None:
    rng = random.Random(3)
    add_drivers(scattered(rng, NEWPORT, 0.3, 20_000))
    statement, values = nearest_drivers_sql(Search(NEWPORT, 2, 60), car_type_id=1, limit=limit)
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN {statement.as_string()}", values)
        plan = "\n".join(row[0] for row in cursor.fetchall())
    assert "position_free_spot" in plan
    assert "Seq Scan on geo_driverposition" not in plan
    if limit:
        assert "Order By: (spot <->" in plan


def test_search_with_a_limit_reads_few_rows(add_drivers: AddDrivers) -> None:
    rng = random.Random(5)
    add_drivers(scattered(rng, NEWPORT, 0.05, 20_000))
    statement, values = nearest_drivers_sql(Search(NEWPORT, 20, 60), car_type_id=1, limit=10)
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS OFF, FORMAT JSON) {statement.as_string()}", values)
        plan = cursor.fetchone()[0][0]["Plan"]
    read = sum(
        node["Actual Rows"] * node["Actual Loops"] + node.get("Rows Removed by Filter", 0)
        for node in _nodes(plan)
        if "Scan" in node["Node Type"] and node.get("Relation Name") == "geo_driverposition"
    )
    assert 10 <= read <= 20


def _nodes(plan: dict) -> list[dict]:
    return [plan, *(node for child in plan.get("Plans", []) for node in _nodes(child))]
