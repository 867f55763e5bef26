"""Random play by everybody at once: what is refused changes no row, and the rules hold at every step."""

from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal as D
from time import perf_counter

import pytest
import time_machine
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.fares.models import CarType, ParcelOption, ParcelType
from tests.bookings.making import make_rich, put_online
from tests.bookings.promos import give_slabs
from tests.bookings.stress.machine import Play
from tests.fares.promos import make_promo

LATE = "2050-01-01"


def play(
    people: dict[str, User], economy: CarType, clock: time_machine.Traveller, *, examples: int, steps: int
) -> type[Play]:
    """Play, and return the cast with its tally."""

    class Cast(Play):
        pass

    Cast.people, Cast.economy, Cast.clock = people, economy, clock
    Cast.tally, Cast.counted = {"moves": set(), "statuses": set(), "replies": set(), "ends": set()}, []
    began = perf_counter()
    run_state_machine_as_test(
        Cast,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
    print(f"{len(Cast.counted)} steps and requests in {perf_counter() - began:.0f} s", Cast.tally)
    return Cast


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    # Far ahead: the database's own clock must not be past it.
    with time_machine.travel(datetime(2040, 3, 14, 12, tzinfo=UTC), tick=False) as clock:
        yield clock


@pytest.fixture
def people(
    clock: time_machine.Traveller,
    ada: User,
    cleo: User,
    ben: User,
    bob: User,
    fay: User,
    dora: User,
    economy: CarType,
    roads: object,
) -> dict[str, User]:
    """ada has money, cleo hardly any; the car type has slabs, and carries boxes with care."""
    make_rich(ada)
    make_rich(cleo, D(60))
    for driver in (ben, bob):
        make_rich(driver)
        put_online(driver)
    give_slabs(economy)
    ParcelType.objects.create(car_type=economy, description="Box", amount=3)
    ParcelOption.objects.create(car_type=economy, description="With care", amount="1.50")
    make_promo(promo_validity=LATE)
    make_promo(
        "HALF",
        promo_discount_type="percentage",
        promo_discount_value=50,
        promo_usage_limit=1,
        promo_validity=LATE,
    )
    make_promo("ALL", promo_discount_type="percentage", promo_discount_value=100, promo_validity=LATE)
    make_promo("HIGH", min_order="60", promo_validity=LATE)
    return {"ada": ada, "cleo": cleo, "ben": ben, "bob": bob, "fay": fay, "dora": dora}


@pytest.mark.django_db
def test_random_play_keeps_every_rule(
    people: dict[str, User], economy: CarType, clock: time_machine.Traveller
) -> None:
    assert play(people, economy, clock, examples=4, steps=20).tally["statuses"]


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.django_db
def test_long_random_play_keeps_every_rule(
    people: dict[str, User], economy: CarType, clock: time_machine.Traveller
) -> None:
    cast = play(people, economy, clock, examples=25, steps=50)
    assert len(cast.counted) > 1_000
    assert cast.tally["ends"] >= {Status.PAID, Status.CANCELLED}
    assert cast.tally["statuses"] >= {Status.NEW, Status.STARTED, Status.COMPLETE, Status.CANCELLED}
