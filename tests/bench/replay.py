"""A replay of many past trips under a draft of day and night rates: trips a second, memory."""

import itertools
import random
import resource
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any, Final

from django.core.management import call_command
from django.utils import timezone

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking, ReplayRun
from apps.bookings.pricing.fare import apply_price, price, terms_of
from apps.bookings.replay.running import run_replay
from apps.core.platform import platform_settings
from apps.fares.models import CarType, PublicHoliday
from tests.bench.report import Spread, print_table
from tests.fares.tariffs import document
from tests.personas import make_driver, make_user

ROUNDS: Final = 3
BATCH: Final = 2000
FIRST: Final = datetime(2026, 1, 1, tzinfo=UTC)
DAYS: Final = 300
DRIVERS: Final = 200


def run(trips: int) -> dict[str, Any]:
    """Insert the trips and replay them, ROUNDS times; every trip must be priced."""
    call_command("migrate", verbosity=0)
    print(f"  writing {trips:,} trips ...", flush=True)
    began = time.perf_counter()
    for batch in _batches(_trips(trips)):
        Booking.objects.bulk_create(batch)
    written = time.perf_counter() - began
    admin = make_user("Dora", UserType.ADMIN)
    PublicHoliday.objects.create(day=date(2026, 4, 3), name="Good Friday")
    seconds, fingerprints = [], set()
    for _round in range(ROUNDS):
        began = time.perf_counter()
        replay = _replay(admin, trips)
        seconds.append(time.perf_counter() - began)
        fingerprints.add(replay.fingerprint)
    if len(fingerprints) != 1:
        raise RuntimeError("the same replay has several fingerprints")
    rates = Spread.of([trips / each for each in seconds])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print_table(
        "Replay of past trips",
        ["trips", "trips/s", "seconds", "peak MB of the process"],
        [[f"{trips:,}", str(rates), str(Spread.of(seconds)), f"{peak:.0f}"]],
    )
    return {
        "trips": trips,
        "trips_a_second": rates,
        "seconds": Spread.of(seconds),
        "peak_mb": peak,
        "writing_seconds": written,
    }


def _replay(admin: User, trips: int) -> ReplayRun:
    replay = ReplayRun.objects.create(
        requested_by=admin,
        tariff_name="Town",
        document=document(),
        first_day=FIRST.date(),
        last_day=(FIRST + timedelta(days=DAYS)).date(),
        trips_total=trips,
    )
    run_replay(run_id=replay.pk)
    replay.refresh_from_db()
    results: Any = replay.results
    if results["trip_cost"]["trips"] != trips:
        raise RuntimeError(f"not every trip was priced: {results['not_repriced']}")
    return replay


def _trips(count: int) -> Iterator[Booking]:
    chance = random.Random(11)
    rider = make_user("Ada")
    car_type = CarType.objects.create(
        name="Saloon",
        base_fare=3,
        min_fare=6,
        rate_per_hour=18,
        rate_per_unit_distance=2,
        convenience_fees=12,
        convenience_fee_type="percentage",
    )
    drivers = [make_driver(f"Driver{number}", car_type) for number in range(DRIVERS)]
    terms = terms_of(car_type, platform_settings())
    for number in range(count):
        at = FIRST + timedelta(minutes=chance.randrange(DAYS * 24 * 60))
        km, seconds = Decimal(chance.randrange(500, 30_000)) / 1000, chance.randrange(120, 3600)
        fare = price(terms, distance_km=km, duration_seconds=seconds)
        driver = chance.choice(drivers)
        booking = Booking(
            reference=f"{number:06X}",
            status=Status.COMPLETE,
            created_at=at,
            trip_date=at,
            trip_start_time=at,
            trip_end_time=at + timedelta(seconds=seconds),
            ended_at=timezone.now(),
            customer=rider,
            customer_name=rider.full_name,
            driver=driver,
            driver_name=driver.full_name,
            car_type=car_type,
            car_type_name=car_type.name,
            car_type_icon=car_type.icon,
            pickup_lat=50.70,
            pickup_lng=-1.29,
            pickup_add="Newport",
            drop_lat=50.76,
            drop_lng=-1.30,
            drop_add="Cowes",
            estimate=fare.trip_cost,
            estimate_distance_km=km,
            estimate_duration_seconds=seconds,
            distance_km=km,
            total_trip_time=seconds,
            rates=terms,
            cash_payment_amount=fare.trip_cost,
        )
        apply_price(booking, fare)
        yield booking


def _batches(bookings: Iterator[Booking]) -> Iterator[list[Booking]]:
    while batch := list(itertools.islice(bookings, BATCH)):
        yield batch
