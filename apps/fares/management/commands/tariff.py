"""`manage.py tariff`: checks a tariff file, prices a trip by it, prints the format's schema."""

import json
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.fares.tariff_engine.checks import warnings_of
from apps.fares.tariff_engine.compiled import CompiledTariff
from apps.fares.tariff_engine.facts import Facts, Segment
from apps.fares.tariff_engine.files import TariffFileError, json_schema, read_tariff
from apps.fares.tariff_engine.messages import explanation
from apps.fares.tariff_engine.pricing import NoRate, price
from apps.fares.tariff_engine.rules import Tariff
from apps.fares.tariff_engine.zones import Point, ZoneMap
from apps.fares.tariffs.problem_messages import problem_message


class Command(BaseCommand):
    help = "Check a tariff file, price a trip by it, or print the JSON schema of the format."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        check = actions.add_parser("check", help="list errors and probable mistakes")
        priced = actions.add_parser("price", help="print the lines of a trip")
        actions.add_parser("schema", help="print the JSON schema")
        for action in (check, priced):
            action.add_argument("file", type=Path)
            action.add_argument(
                "--holiday", action="append", default=[], type=date.fromisoformat, help="a public holiday"
            )
        priced.add_argument("--km", type=_number, required=True)
        priced.add_argument("--minutes", type=_number, required=True)
        priced.add_argument(
            "--at", type=datetime.fromisoformat, required=True, help="local time of the pickup"
        )
        priced.add_argument("--pickup", type=_place, help="LAT,LNG; zones follow from the tariff's polygons")
        priced.add_argument("--drop", type=_place, help="LAT,LNG, reached in a straight line")
        priced.add_argument("--pickup-zone", action="append", default=[])
        priced.add_argument("--drop-zone", action="append", default=[])
        priced.add_argument("--zone", action="append", default=[], help="a zone of the whole drive")
        priced.add_argument("--car-type", default="")
        priced.add_argument("--source", choices=("app", "phone", "street", "account"), default="app")
        priced.add_argument("--later", action="store_true", help="booked for later")
        priced.add_argument("--passengers", type=int, default=1)
        priced.add_argument("--luggage", type=int, default=0)
        priced.add_argument("--decimals", type=int, choices=range(5), default=2)

    def handle(self, *args: Any, action: str, **options: Any) -> None:
        if action == "schema":
            self.stdout.write(json.dumps(json_schema(), indent=2))
            return
        tariff = self._read(options["file"])
        if action == "check":
            self._check(tariff, options["holiday"])
        else:
            self._price(tariff, options)

    def _read(self, file: Path) -> Tariff:
        try:
            return read_tariff(file.read_bytes())
        except OSError as error:
            raise CommandError(f"Cannot read {file}: {error.strerror}") from error
        except TariffFileError as error:
            for path, sentence in error.problems.items():
                self.stdout.write(f"{path or file.name}: {problem_message(sentence)}")
            raise CommandError(f"{file.name} is not a tariff.") from error

    def _check(self, tariff: Tariff, holidays: list[date]) -> None:
        today = datetime.now(ZoneInfo(tariff.time_zone)).date()
        found = warnings_of(tariff, holidays=holidays, from_day=today)
        for warning in found:
            rule = "" if warning.rule is None else f" rules[{warning.rule}] {tariff.rules[warning.rule].name}"
            self.stdout.write(f"{warning.code}{rule}: {warning.detail}")
        self.stdout.write(f"{tariff.name}: {len(tariff.rules)} rules, {len(found)} warnings")

    def _price(self, tariff: Tariff, options: dict[str, Any]) -> None:
        start = options["at"].replace(tzinfo=options["at"].tzinfo or ZoneInfo(tariff.time_zone))
        seconds, metres = options["minutes"] * 60, options["km"] * 1000
        pickup_zones, drop_zones = frozenset(options["pickup_zone"]), frozenset(options["drop_zone"])
        drive = Segment(start=start, seconds=seconds, distance_m=metres, zones=frozenset(options["zone"]))
        segments: tuple[Segment, ...] = (drive,)
        if options["pickup"] and options["drop"]:
            zones, route = ZoneMap(tariff), [options["pickup"], options["drop"]]
            segments = zones.segments(route, start=start, distance_m=metres, seconds=seconds)
            pickup_zones, drop_zones = zones.at(*options["pickup"]), zones.at(*options["drop"])
        facts = Facts(
            start=start,
            segments=segments,
            pickup_zones=pickup_zones,
            drop_zones=drop_zones,
            car_type=options["car_type"],
            source=options["source"],
            booked_for_later=options["later"],
            passengers=options["passengers"],
            luggage=options["luggage"],
        )
        try:
            priced = price(
                CompiledTariff(tariff, holidays=options["holiday"]), facts, decimals=options["decimals"]
            )
        except NoRate as error:
            raise CommandError(f"The tariff has no price: {error}.") from error
        for line in priced.lines:
            self.stdout.write(f"{line.amount:>10}  {explanation(line)}")
        self.stdout.write(f"{priced.trip_cost:>10}  Total")


def _number(text: str) -> Decimal:
    try:
        number = Decimal(text)
    except InvalidOperation as error:
        raise ValueError(text) from error
    if not number.is_finite() or number < 0:
        raise ValueError(text)
    return number


def _place(text: str) -> Point:
    lat, lng = (float(part) for part in text.split(","))
    if not (-90 <= lat <= 90 and -180 <= lng <= 180):
        raise ValueError(text)
    return lat, lng
