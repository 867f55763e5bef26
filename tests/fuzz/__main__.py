"""`make fuzz [ARGS="--calls 2000 --seed 7 --role driver"]`: generated requests, by role."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from tests.fuzz.report import Report

ROLES = ("visitor", "rider", "driver", "fleetadmin", "admin")
CALLS = 20_000
SEED = 2026


def main() -> int:
    parser = argparse.ArgumentParser(prog="make fuzz", description=__doc__)
    parser.add_argument("--calls", type=int, default=CALLS, help="at least so many, over all roles")
    parser.add_argument("--seed", type=int, default=SEED, help="the same seed generates the same requests")
    parser.add_argument("--role", choices=ROLES, action="append", help="one role instead of all; repeatable")
    parser.add_argument("--only", default="", help="only the operations with this in their names")
    options = parser.parse_args()
    report = Report()
    with _platform():
        from tests.fuzz.calls import fuzz
        from tests.fuzz.city import seed_city

        city = seed_city()
        fuzz(
            city,
            roles=options.role or ROLES,
            calls=options.calls,
            seed=options.seed,
            only=options.only,
            report=report,
        )
    report.print()
    return 1 if report.faults or not report.calls else 0


@contextmanager
def _platform() -> Iterator[None]:
    """Django on its own servers: PostgreSQL, Redis, OSRM and the sandbox of the payment gateways."""
    from tests.fuzz.servers import running_servers

    with running_servers():
        import django

        django.setup()
        yield


if __name__ == "__main__":
    sys.exit(main())
