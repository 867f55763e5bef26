"""CPU and statements of an estimate of all car types, beside a minimal DRF view in the same process.

Both sides get requests in turn, through Django's handler without a socket. The minimal view parses and
validates the same body and returns it: no user, no database. The road network is replaced by constants, so an
estimate is what remains with a cached route: login, throttle, prices, nearby drivers, quotes and the reply.
The same requests are measured under a published tariff of 200 zones and 300 rules.
"""

import contextlib
import random
import types
from collections.abc import Iterator, Sequence
from datetime import timedelta
from decimal import Decimal
from typing import Any, Final

import polyline
import psycopg
from django.test import override_settings
from django.urls import include, path
from django.utils import timezone
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIClient
from rest_framework.views import APIView

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.accounts.services.sessions import start_session
from apps.core.platform import update_platform_settings
from apps.core.rate_limits.throttles import ScopedThrottle
from apps.fares.models import CarType, Tariff
from apps.fares.serializers import EstimateQuerySerializer
from apps.fares.tariffs.checking import stored
from apps.fares.tariffs.edits import create_draft
from apps.fares.tariffs.publishing import publish_tariff, use_car_types
from apps.geo.models import DriverPosition
from apps.geo.port import LatLng, Matrix, Route
from apps.geo.providers.maps import using_maps
from tests.bench.cpu import cpu_of_tree, own_cpu
from tests.bench.report import Spread, print_table
from tests.bench.tariffs import ROUTE, TARIFF

CAR_TYPES = ("Economy", "Comfort", "Exclusive")
DRIVERS = 60
"""Of each car type, within the driver radius."""
ROUNDS = 7
BATCH = 100
"""Requests of one side before the other."""
BODY: Final[dict[str, Any]] = {
    "pickup": {"lat": 50.7003, "lng": -1.2928, "add": "St Thomas' Square, Newport"},
    "drop": {"lat": 50.7595, "lng": -1.2984, "add": "The Parade, Cowes"},
}


LINE: Final = polyline.encode(ROUTE)
WITH_TARIFF: Final = "hansom with tariff"


class MinimalView(APIView):
    permission_classes = (AllowAny,)
    authentication_classes = ()

    def post(self, request: Request) -> Response:
        form = EstimateQuerySerializer(data=request.data)
        form.is_valid(raise_exception=True)
        return Response(request.data)


class Roads:
    """One route for every trip, and a minute to every pickup."""

    def route(self, start: LatLng, end: LatLng) -> Route:
        return Route(Decimal("8.421"), 741, LINE)

    def matrix(self, sources: Sequence[LatLng], destinations: Sequence[LatLng]) -> Matrix:
        row = tuple(60 for _ in destinations)
        return Matrix(tuple(row for _ in sources), tuple((Decimal(1),) * len(row) for _ in sources))


def run(*, postgres_pid: int) -> dict[str, Any]:
    rider = _seed()
    admin = User.objects.create(user_type=UserType.ADMIN, approved=True, password="!", email="a@example.org")
    tariff = create_draft(by=admin, document=stored(TARIFF))
    # Counted as usual, but never refused.
    ScopedThrottle.THROTTLE_RATES["estimates"] = "1000000/min"
    hansom = APIClient(SERVER_NAME="localhost")
    hansom.credentials(HTTP_AUTHORIZATION=f"Bearer {start_session(user_id=rider.pk).access}")
    minimal = APIClient(SERVER_NAME="localhost")
    urls = types.ModuleType("bench_urls")
    urls.urlpatterns = [path("minimal/", MinimalView.as_view()), path("", include("config.urls"))]  # type: ignore[attr-defined]  # the module's own
    sides = {
        "hansom": (hansom, "/api/v1/estimates/"),
        WITH_TARIFF: (hansom, "/api/v1/estimates/"),
        "minimal DRF view": (minimal, "/minimal/"),
    }
    client_us: dict[str, list[float]] = {name: [] for name in sides}
    postgres_us: dict[str, list[float]] = {name: [] for name in sides}
    with override_settings(ROOT_URLCONF=urls), using_maps(routing=Roads()):  # type: ignore[arg-type]  # what estimates use
        for client, at in sides.values():
            _requests(client, at, 30)
        with _counted() as statements:
            _requests(hansom, sides["hansom"][1], 20)
        for _ in range(ROUNDS):
            for name, (client, at) in sides.items():
                _price_by(tariff if name == WITH_TARIFF else None, admin)
                _requests(client, at, 5)
                postgres, own = cpu_of_tree(postgres_pid), own_cpu()
                _requests(client, at, BATCH)
                client_us[name].append(1e6 * (own_cpu() - own) / BATCH)
                postgres_us[name].append(1e6 * (cpu_of_tree(postgres_pid) - postgres) / BATCH)
    both = {
        name: [sum(pair) for pair in zip(client_us[name], postgres_us[name], strict=True)] for name in sides
    }
    ratio = _ratio(both, "hansom", "minimal DRF view")
    with_tariff = _ratio(both, WITH_TARIFF, "hansom")
    result = {
        "car_types": len(CAR_TYPES),
        "with_tariff_ratio": with_tariff,
        "client_us": {name: Spread.of(values) for name, values in client_us.items()},
        "postgres_us": {name: Spread.of(values) for name, values in postgres_us.items()},
        "statements": len(statements) / 20,
        "cpu_ratio": ratio,
    }
    print_table(
        f"An estimate of {len(CAR_TYPES)} car types: {result['statements']} statements, "
        f"{ratio} times the view; with a tariff of 200 zones and 300 rules {with_tariff} times as much",
        ["", "client CPU us", "PostgreSQL CPU us"],
        [[name, str(Spread.of(client_us[name])), str(Spread.of(postgres_us[name]))] for name in sides],
    )
    return result


def _ratio(both: dict[str, list[float]], one: str, other: str) -> Spread:
    return Spread.of([ours / theirs for ours, theirs in zip(both[one], both[other], strict=True)])


def _price_by(tariff: Tariff | None, admin: User) -> None:
    if tariff is None:
        use_car_types(by=admin)
    else:
        publish_tariff(by=admin, tariff_id=tariff.pk, revision=1, accept_warnings=True)


def _requests(client: APIClient, at: str, count: int) -> None:
    for _ in range(count):
        reply = client.post(at, BODY, format="json")
        assert reply.status_code == 200, reply.content


@contextlib.contextmanager
def _counted() -> Iterator[list[None]]:
    """Count the statements that psycopg sends."""
    sent: list[None] = []
    execute = psycopg.Cursor.execute

    def counting(self: Any, *args: Any, **kwargs: Any) -> Any:
        sent.append(None)
        return execute(self, *args, **kwargs)

    psycopg.Cursor.execute = counting  # type: ignore[method-assign]  # restored below
    try:
        yield sent
    finally:
        psycopg.Cursor.execute = execute  # type: ignore[method-assign]  # as above


def _seed() -> User:
    update_platform_settings(negative_balance=True)
    CarType.objects.all().delete()
    chance = random.Random(3)
    for position, name in enumerate(CAR_TYPES):
        car_type = CarType.objects.create(
            name=name,
            position=position,
            base_fare=10,
            min_fare=10,
            rate_per_hour=5,
            rate_per_unit_distance=5,
            convenience_fees=15,
        )
        drivers = User.objects.bulk_create(
            [User(user_type=UserType.DRIVER, password="!") for _ in range(DRIVERS)]
        )
        DriverPosition.objects.bulk_create(
            DriverPosition(
                driver_id=driver.pk,
                car_type_id=car_type.pk,
                lat=BODY["pickup"]["lat"] + chance.uniform(-0.02, 0.02),
                lng=BODY["pickup"]["lng"] + chance.uniform(-0.03, 0.03),
                # Fresh for the whole run.
                at=timezone.now() + timedelta(hours=1),
                online=True,
                free=True,
            )
            for driver in drivers
        )
    return User.objects.create(
        user_type=UserType.RIDER, approved=True, password="!", email="rider@example.org"
    )
