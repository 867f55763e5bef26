"""Runs simulated drivers and riders against a running platform, through its public API."""

import asyncio
import contextlib
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser

from apps.simulator.run import simulate
from config.env import env

DEMO_PASSWORD = "hansom123"  # noqa: S105  # printed on the login page of every demo


class Command(BaseCommand):
    help = "Run clients of the API and the socket through whole trips along real roads."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--drivers", type=int, default=50)
        parser.add_argument("--riders", type=int, default=20)
        parser.add_argument("--url", default=env.public_url, help="the URL of the platform")
        parser.add_argument("--minutes", type=float, help="how long to run; default: until Ctrl-C")
        parser.add_argument("--trips", type=int, help="end after so many bookings and their ends")
        parser.add_argument("--speed", type=float, default=1.0, help="a factor, at most 3")
        parser.add_argument("--seed", type=int, default=1, help="the seed of random numbers, to repeat a run")
        parser.add_argument("--password", default=DEMO_PASSWORD)
        parser.add_argument(
            "--no-seed", action="store_true", help="do not create the users (another machine's platform)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["no_seed"]:
            call_command("seed_demo", drivers=options["drivers"], riders=options["riders"], verbosity=0)
        minutes = options["minutes"]
        with contextlib.suppress(KeyboardInterrupt):
            city = asyncio.run(
                simulate(
                    url=options["url"],
                    drivers=options["drivers"],
                    riders=options["riders"],
                    password=options["password"],
                    seconds=None if minutes is None else minutes * 60,
                    speed=min(options["speed"], 3.0),
                    seed=options["seed"],
                    trips=options["trips"],
                )
            )
            self.stdout.write(", ".join(f"{name} {count}" for name, count in sorted(city.tally.items())))
