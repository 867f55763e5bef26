"""Random requests by all users: a refusal changes no row, and the invariants hold at every step."""

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
from tests.bookings.builders import credit_wallet, put_online
from tests.bookings.promos import give_slabs
from tests.bookings.stress.machine import BookingMachine
from tests.fares.promos import make_promo

LATE = "2050-01-01"


def run(
    people: dict[str, User], economy: CarType, clock: time_machine.Traveller, *, examples: int, steps: int
) -> type[BookingMachine]:
    """Run the state machine and return its class with the tallies."""

    class Run(BookingMachine):
        pass

    Run.people, Run.economy, Run.clock = people, economy, clock
    Run.tally, Run.counted = {"transitions": set(), "statuses": set(), "replies": set(), "ends": set()}, []
    began = perf_counter()
    run_state_machine_as_test(
        Run,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
    print(f"{len(Run.counted)} steps and requests in {perf_counter() - began:.0f} s", Run.tally)
    return Run


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    # In the future, because the database's clock must not be ahead of it.
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
    """The users; ada has 1000 in the wallet and cleo 60, and the car type has slabs and parcels."""
    credit_wallet(ada)
    credit_wallet(cleo, D(60))
    for driver in (ben, bob):
        credit_wallet(driver)
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
def test_random_requests_keep_the_invariants(
    people: dict[str, User], economy: CarType, clock: time_machine.Traveller
) -> None:
    assert run(people, economy, clock, examples=4, steps=20).tally["statuses"]


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.django_db
def test_long_random_run_keeps_the_invariants(
    people: dict[str, User], economy: CarType, clock: time_machine.Traveller
) -> None:
    machine = run(people, economy, clock, examples=25, steps=50)
    assert len(machine.counted) > 1_000
    assert machine.tally["ends"] >= {Status.PAID, Status.CANCELLED}
    assert machine.tally["statuses"] >= {Status.NEW, Status.STARTED, Status.COMPLETE, Status.CANCELLED}
