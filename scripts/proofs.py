"""Runs proofs: tests whose size and seed are arguments, and which print their figures."""

from __future__ import annotations

import argparse
import os
import time
from dataclasses import dataclass
from typing import Final

from scripts.suites import SOAK_MINUTES, Result, browser_tests, report, run_pytest


@dataclass(frozen=True)
class Proof:
    """A test, and its size when it runs in full."""

    test: str
    size: int
    unit: str
    shows: str
    in_browser: bool = False


PROOFS: Final = {
    "accepts": Proof(
        "tests/fleet/test_accept_races.py::test_no_unfit_driver_or_car_accepts_in_ten_thousand_attempts",
        10_000,
        "attempts to accept",
        "no unfit driver or car accepts, while documents expire, shifts end and vehicles change hands",
    ),
    "edits": Proof(
        "tests/bookings/test_edits_together.py::test_no_edit_is_lost_in_two_hundred_of_each_dispatcher",
        200,
        "edits of each dispatcher",
        "two dispatchers edit the same bookings at once, and no edit is lost",
    ),
    "register": Proof(
        "tests/bookings/test_register_of_many.py::test_register_equals_the_events_of_ten_thousand_trips",
        10_000,
        "trips",
        "each entry of the register is what events, offers and bookings say",
    ),
    "replay": Proof(
        "tests/bookings/test_replay_of_many.py"
        "::test_a_hundred_thousand_trips_replayed_under_their_own_tariff_give_the_ledger",
        100_000,
        "trips of a month",
        "a replay under the own tariffs gives every booking and the ledger's revenue to the cent",
    ),
    "failover": Proof(
        "tests/failover/test_failover.py::test_faults_lose_no_acknowledged_write",
        20,
        "faults",
        "two of everything under Patroni and Sentinel lose nothing acknowledged; needs Debian packages",
    ),
    "evening": Proof(
        "tests/e2e/test_evening.py",
        600,
        "trips, a tenth as many cars",
        "a dispatcher runs a Saturday evening from the board by keys",
        in_browser=True,
    ),
}


def main() -> int:
    """Return 0 if every chosen proof holds."""
    parser = argparse.ArgumentParser(
        prog="make prove",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="\n".join(
            f"{name}: {proof.shows}; {proof.size:,} {proof.unit}" for name, proof in PROOFS.items()
        ),
    )
    parser.add_argument("name", nargs="?", choices=PROOFS, help="one proof instead of all")
    parser.add_argument("--size", type=int, help="another size than the full one")
    parser.add_argument("--seed", type=int, default=1, help="the seed of random numbers")
    options = parser.parse_args()
    if options.size is not None and options.name is None:
        parser.error("--size is that of one proof: name it")
    chosen = {name: proof for name, proof in PROOFS.items() if options.name in (None, name)}
    return report([run(name, proof, size=options.size, seed=options.seed) for name, proof in chosen.items()])


def run(name: str, proof: Proof, *, size: int | None, seed: int) -> Result:
    os.environ |= {"PROOF_SIZE": str(size or proof.size), "PROOF_SEED": str(seed)}
    until = time.monotonic() + SOAK_MINUTES * 60
    arguments = [proof.test, "-o", "faulthandler_timeout=0"]
    if proof.in_browser:
        return browser_tests("e2e and soak", arguments, until=until)
    return run_pytest(name, ["-m", "soak"], arguments, until=until)
