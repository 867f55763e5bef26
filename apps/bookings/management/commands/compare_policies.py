"""Compares the dispatch policies in a simulated city, in this process and without the database."""

import json
import time
from argparse import ArgumentTypeError
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.bookings.comparison.cities import CITIES, road_times_of
from apps.bookings.comparison.comparing import BASELINE, Comparison, compare
from apps.bookings.comparison.demand import DemandError, read_period
from apps.bookings.comparison.road_times import RoadTimesError
from apps.bookings.comparison.table import table_of
from apps.bookings.dispatch.policies import POLICIES
from apps.geo.providers.maps import maps
from config.env import env


def _policies(text: str) -> list[str]:
    names = text.split(",")
    if unknown := set(names) - POLICIES.keys():
        raise ArgumentTypeError(f"unknown: {', '.join(sorted(unknown))}; there are {', '.join(POLICIES)}")
    return names


def _count(text: str) -> int:
    if (number := int(text)) < 1:
        raise ArgumentTypeError("at least 1")
    return number


def _hours(text: str) -> float:
    if not 0 < (number := float(text)) <= 168:
        raise ArgumentTypeError("above 0, at most 168")
    return number


class Command(BaseCommand):
    help = "Compare the dispatch policies by waiting, driving, acceptance and fairness in a simulated city."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--city", choices=CITIES, default="demo")
        parser.add_argument("--seeds", type=_count, default=10, help="how many different periods")
        parser.add_argument("--hours", type=_hours, default=6.0, help="the simulated time of each")
        parser.add_argument("--policies", type=_policies, default=list(POLICIES), help="separated by commas")
        parser.add_argument("--demand", type=Path, help="a JSON file of recorded trips and shifts")
        parser.add_argument("--json", type=Path, help="where to write all figures")

    def handle(self, *args: Any, **options: Any) -> None:
        city = CITIES[options["city"]]
        try:
            roads = road_times_of(city, map_dir=env.map_dir, routing=maps().routing)
            recorded = read_period(options["demand"], roads) if options["demand"] else None
        except (RoadTimesError, DemandError) as error:
            raise CommandError(str(error)) from error
        names = [BASELINE, *(name for name in options["policies"] if name != BASELINE)]
        began = time.perf_counter()
        compared = compare(
            city, roads, policies=names, seeds=options["seeds"], hours=options["hours"], recorded=recorded
        )
        took = time.perf_counter() - began
        self.stdout.write(table_of(compared, city, seconds_taken=took))
        if options["json"]:
            options["json"].write_text(json.dumps(_report(compared, took), indent=2) + "\n")


def _report(compared: Comparison, took: float) -> dict[str, Any]:
    return {
        "city": compared.city,
        "roads": compared.roads,
        "hours": compared.hours,
        "seeds": compared.seeds,
        "times_real_time": round(compared.simulated_seconds / took, 1),
        "policies": {name: [asdict(one) for one in figures] for name, figures in compared.figures.items()},
        "fingerprints": compared.fingerprints,
    }
