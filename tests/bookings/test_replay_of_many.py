"""The null replay: a month of trips under their own tariffs gives every booking and the ledger's revenue."""

import time
from decimal import Decimal as D
from itertools import islice
from typing import Any, Final

import pytest
from django.core.management import call_command
from django.db import connection

from apps.accounts.models import User
from apps.bookings.models import Booking, ReplayRun
from apps.bookings.replay.part import repriced
from apps.bookings.replay.prices import NotRepriced, Repriced
from apps.bookings.replay.running import run_replay
from apps.bookings.replay.services import start_replay
from apps.core.paging.keyset import Ordering, walk
from apps.fares.models import CarType
from apps.wallet.choices import REVENUE
from apps.wallet.selectors import platform_balance
from tests.bookings.replay_history import Figures, History, fee_tariff
from tests.bookings.replays import DAY, plain_tariff
from tests.fares.promos import make_promo
from tests.personas import make_driver, make_user
from tests.proof import Proof

FIRST, LAST = DAY.date(), DAY.date().replace(month=11, day=1)
BATCH: Final = 1000
AMOUNTS: Final = ("trip_cost", "convenience_fees", "driver_share", "discount")


def make_history(economy: CarType, dora: User, *, size: int, seed: int) -> Figures:
    luxury = CarType.objects.create(
        name="Luxury", icon="car", base_fare=D("7.35"), rate_per_unit_distance=D("3.17"),
        rate_per_hour=D("21.5"), min_fare=D(20), convenience_fees=D("1.99"), convenience_fee_type="flat",
    )  # fmt: skip
    promo = make_promo(promo_discount_type="percentage", promo_discount_value=D("7.5"), min_order=D(15))
    return History(
        riders=[make_user(f"Rider{number}") for number in range(20)],
        drivers=[make_driver(f"Driver{number}", economy) for number in range(10)],
        car_types=(economy, luxury),
        tariffs=(None, plain_tariff(dora), fee_tariff(dora)),
        promos=(promo,),
        staff=dora,
        seed=seed,
    ).make(size)


def replay(dora: User, tariff_id: int | None = None) -> tuple[ReplayRun, dict[str, Any]]:
    run = start_replay(by=dora, tariff_id=tariff_id, first_day=FIRST, last_day=LAST)
    run_replay(run_id=run.pk)
    run.refresh_from_db()
    assert run.results is not None, run.error
    return run, run.results


def require_each_booking() -> int:
    """Compare every amount of every booking with its price of today, and return their number."""
    compared = 0
    bookings = walk(Booking.objects.all(), Ordering("trip_date", descending=False), batch=BATCH)
    batches = iter(lambda: list(islice(bookings, BATCH)), [])
    for booking, priced in (each for batch in batches for each in repriced(batch, None)):
        assert not isinstance(priced, NotRepriced), (booking.reference, priced.reason)
        if isinstance(priced, Repriced):
            for name in AMOUNTS:
                assert getattr(priced.own, name) == getattr(booking, name), (booking.reference, name)
        else:
            assert priced.own == booking.cancellation_fee_charged, booking.reference
        compared += 1
    return compared


def ledger_sum(kind: str) -> D:
    """Return what entries of a kind moved."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT coalesce(sum(p.amount), 0) FROM wallet_posting p JOIN wallet_journalentry e"
            " ON e.id = p.entry_id WHERE e.kind = %s AND p.amount > 0",
            [kind],
        )
        return D(cursor.fetchone()[0])


def null_replay_holds(economy: CarType, dora: User, *, size: int, seed: int) -> dict[str, Any]:
    made = make_history(economy, dora, size=size, seed=seed)
    call_command("verify_ledger", verbosity=0)
    assert require_each_booking() == size
    began, cpu = time.monotonic(), time.process_time()
    run, found = replay(dora)
    seconds, cpu = time.monotonic() - began, time.process_time() - cpu
    assert found["not_repriced"] == []
    assert (found["lower"], found["higher"], found["unchanged"]) == (0, 0, made.paid)
    assert (found["largest"], found["riders"]) == ([], [])
    assert all(found[name]["own"] == found[name]["new"] for name in AMOUNTS)
    assert D(found["convenience_fees"]["own"]) == platform_balance(REVENUE) > 0
    for name, kind in (
        ("cancellation_fees", "cancellation_fee"),
        ("tips", "tip"),
        ("refunds", "trip_refund"),
        ("discount", "discount"),
    ):
        assert D(found[name]["own"]) == D(found[name]["new"]) == ledger_sum(kind) > 0, name
    assert found["cancellation_fees"]["trips"] == made.cancelled
    again, _results = replay(dora)
    assert again.fingerprint == run.fingerprint
    return {
        "trips": size,
        "paid": made.paid,
        "cancelled": made.cancelled,
        "with_a_fee": made.fees,
        "with_a_promo": made.promos,
        "tips": made.tips,
        "refunds": made.refunds,
        "revenue": found["convenience_fees"]["own"],
        "cancellation_fees": found["cancellation_fees"]["own"],
        "hash": run.fingerprint,
        "replayed_in": f"{seconds:.1f} s",
        "cpu_of_1000_trips": f"{cpu / size * 1e6:.0f} ms",
        "trips_a_second": int(size / seconds),
    }


@pytest.mark.django_db
def test_a_month_of_trips_replayed_under_its_own_tariff_gives_the_ledger(
    economy: CarType, dora: User
) -> None:
    figures = null_replay_holds(economy, dora, size=400, seed=1)
    assert min(figures[name] for name in ("paid", "with_a_fee", "with_a_promo", "tips", "refunds")) > 0


@pytest.mark.django_db
def test_cancelled_trips_are_priced_by_another_tariff_too(economy: CarType, dora: User) -> None:
    make_history(economy, dora, size=150, seed=3)
    tariff = fee_tariff(dora)
    _run, found = replay(dora, tariff.pk)
    fees = found["cancellation_fees"]
    assert fees["own"] != fees["new"]
    shares = D(found["driver_share"]["new"]) + D(fees["new"])
    assert sum(D(row["new"]) for row in found["drivers"]) == shares
    paid = D(found["trip_cost"]["new"]) + D(fees["new"])
    for group in ("car_types", "hours", "weekdays"):
        assert sum(D(row["new"]) for row in found[group]) == paid, group
    assert found["riders"]


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.django_db(transaction=True)
def test_a_hundred_thousand_trips_replayed_under_their_own_tariff_give_the_ledger(
    economy: CarType, dora: User, proof: Proof
) -> None:
    figures = null_replay_holds(economy, dora, size=proof.size(100_000), seed=proof.seed)
    proof.show(**figures)
