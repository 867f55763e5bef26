"""A Saturday evening: simulated riders and drivers, and a dispatcher at the board who has only keys."""

import random
import re
import statistics
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.board_keys import BoardKeys, Done
from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import enter_as
from tests.e2e.rides import no_other_trips, settings
from tests.platform import Platform
from tests.proof import Proof

pytestmark = [pytest.mark.e2e, pytest.mark.soak]

TRIPS_A_CAR = 10
"""An evening of a car."""
SPEED = "3"
"""The simulator's highest: cars and people are three times as fast."""
SECONDS_A_TRIP = 40
"""After so long for each trip, the evening has failed."""


@pytest.fixture(autouse=True)
def _no_other_trips(platform: Platform) -> Iterator[None]:
    with no_other_trips(platform):
        yield


def start_city(platform: Platform, *, cars: int, riders: int, trips: int, seed: int) -> subprocess.Popen[str]:
    platform.manage("seed_demo", "--drivers", str(cars), "--riders", str(riders))
    command = platform.stack.manage(
        *("simulate", "--no-seed", "--url", platform.url, "--speed", SPEED, "--seed", str(seed)),
        *("--drivers", str(cars), "--riders", str(riders), "--trips", str(trips)),
    )
    return subprocess.Popen(
        command,
        env=platform.stack.env,
        stdout=(platform.logs / "city.log").open("w"),
        stderr=subprocess.STDOUT,
        text=True,
    )


def run_evening(page: Page, city: "subprocess.Popen[str]", *, trips: int, seed: int) -> Done:
    keys = BoardKeys(page, random.Random(seed))
    end = time.monotonic() + 300 + SECONDS_A_TRIP * trips
    while city.poll() is None:
        assert time.monotonic() < end, f"the evening does not end: {keys.done}"
        keys.work()
    assert city.returncode == 0
    return keys.done


def figures_of(log: Path) -> dict[str, int]:
    """Return the city's counters from its last line: "booked 12, cancelled 1, completed 11"."""
    parts = re.findall(r"([\w:]+) (\d+)", log.read_text().strip().splitlines()[-1])
    return {name: int(number) for name, number in parts}


def audit(platform: Platform, done: Done, city: dict[str, int], *, trips: int, first: int) -> None:
    """Every trip has ended, the ledger is clean, and nothing is lost: counted on both sides."""

    def count(query: str) -> int:
        return int(platform.sql(f"SELECT count(*) FROM {query}"))

    ours = f"bookings_booking WHERE id > {first}"
    assert city["booked"] == trips == count(ours)
    assert count(f"{ours} AND status NOT IN ('COMPLETE', 'CANCELLED')") == 0
    assert city.get("completed", 0) == count(f"{ours} AND status = 'COMPLETE'")
    assert city.get("cancelled", 0) == count(f"{ours} AND status = 'CANCELLED'")
    events = f"bookings_bookingevent WHERE booking_id > {first} AND role = 'admin' AND name ="
    # An action whose dialog the script gave up may still have reached the server.
    for name, number in (
        ("assign", done.assigned),
        ("reassign", done.reassigned),
        ("cancel", done.cancelled),
    ):
        assert number <= count(f"{events} '{name}'") <= number + done.given_up, name
    accepted = count(f"bookings_bookingevent WHERE booking_id > {first} AND name = 'accept'")
    assert count(f"bookings_registerentry WHERE booking_id > {first}") == accepted
    assert count("accounts_driverprofile WHERE busy") == 0
    assert count("bookings_offer WHERE state = 'offered' AND expires_at < now() - interval '2 minutes'") == 0
    late = "done_at IS NULL AND due_at < now() - interval '2 minutes'"
    assert count(f"core_outboxentry WHERE kind = 'job' AND {late}") == 0
    platform.manage("verify_ledger")


def test_dispatcher_runs_an_evening_by_keys(platform: Platform, open_page: OpenPage, proof: Proof) -> None:
    trips = proof.size(12)
    cars = max(6, trips // TRIPS_A_CAR)
    first = int(platform.sql("SELECT coalesce(max(id), 0) FROM bookings_booking"))
    with settings(platform, auto_dispatch=False, negative_balance=True):
        page = open_page()
        enter_as(page, "Dora")
        page.goto("/desk")
        expect(page.get_by_role("heading", name="Dispatch board", level=1)).to_be_visible(timeout=TIMEOUT_MS)
        began = time.monotonic()
        city = start_city(platform, cars=cars, riders=cars, trips=trips, seed=proof.seed)
        try:
            done = run_evening(page, city, trips=trips, seed=proof.seed)
        finally:
            city.kill()
            city.wait()
        minutes = (time.monotonic() - began) / 60
    ended = figures_of(platform.logs / "city.log")
    proof.show(trips=trips, cars=cars, minutes=round(minutes, 1))
    proof.show(**{name: ended.get(name, 0) for name in ("completed", "cancelled")})
    proof.show(
        assigned=done.assigned,
        reassigned=done.reassigned,
        cancelled_by_keys=done.cancelled,
        messages=done.messages,
        given_up=done.given_up,
        seconds_an_assignment=round(statistics.median(done.seconds or [0]), 1),
        jobs_left=0,
    )
    audit(platform, done, ended, trips=trips, first=first)
