"""Checks of a tariff's document: errors of the format, and warnings about probable mistakes."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from apps.core.errors import BadInput
from apps.fares.models import CarType, PublicHoliday
from apps.fares.tariff_engine.checks import warnings_of
from apps.fares.tariff_engine.files import TariffFileError, tariff_of, write_tariff
from apps.fares.tariff_engine.rules import Tariff
from apps.fares.tariffs.problem_messages import problem_message
from apps.fares.tariffs.zone_checks import removed_zone_problems, zone_problems

_RULE: Final = re.compile(r"rules\[(\d+)\]")


@dataclass(frozen=True, slots=True)
class Problem:
    """An error or a warning; `rule` is the number of its rule from 0, if it is about one."""

    code: str
    rule: int | None
    detail: str
    path: str = ""


@dataclass(frozen=True, slots=True)
class Checks:
    errors: list[Problem] = field(default_factory=list)
    """The document is no tariff; then there are no warnings."""
    warnings: list[Problem] = field(default_factory=list)


def check_document(document: Any, *, at: datetime) -> Checks:
    """Return the errors and warnings of a document, for a year from a time on."""
    try:
        tariff = tariff_of(document)
    except TariffFileError as error:
        return Checks(
            errors=[
                Problem("invalid", _rule_of(path), problem_message(sentence), path)
                for path, sentence in error.problems.items()
            ]
        )
    known = set(CarType.objects.values_list("name", flat=True))
    return Checks(warnings=[*_warnings(tariff, at, known), *_unknown_car_types(tariff, known)])


def valid_document(document: Any, *, stored_zones: Mapping[str, Any]) -> dict[str, Any]:
    """Return the document as it is stored, without values that are defaults.

    Zones that are stored already are not checked again. Raises BadInput tariff_invalid with the path of
    each error.
    """
    try:
        tariff = tariff_of(document)
    except TariffFileError as error:
        found = {path: problem_message(sentence) for path, sentence in error.problems.items()}
        raise _invalid(removed_zone_problems(document, stored_zones) or found) from error
    problems = zone_problems(tariff, stored_zones)
    if problems:
        raise _invalid(problems)
    return stored(tariff)


def _invalid(problems: Mapping[str, str]) -> BadInput:
    return BadInput(
        "tariff_invalid",
        _("This tariff has errors."),
        fields={path or "document": sentence for path, sentence in problems.items()},
    )


def stored(tariff: Tariff) -> dict[str, Any]:
    values: dict[str, Any] = tariff.model_dump(mode="json", exclude_defaults=True)
    return {"format": tariff.format, "format_version": tariff.format_version} | values


def file_of(document: Any) -> str:
    """Return the text of a tariff's file."""
    return write_tariff(tariff_of(document))


def _warnings(tariff: Tariff, at: datetime, known: Collection[str]) -> list[Problem]:
    holidays = PublicHoliday.objects.values_list("day", flat=True)
    found = warnings_of(tariff, holidays=frozenset(holidays), from_day=at.date(), car_types=sorted(known))
    return [Problem(each.code, each.rule, each.detail) for each in found]


def _unknown_car_types(tariff: Tariff, known: Collection[str]) -> list[Problem]:
    """Return the rules that name a car type that does not exist."""
    return [
        Problem("unknown_car_type", number, name)
        for number, rule in enumerate(tariff.rules)
        for name in rule.when.car_types
        if name not in known
    ]


def _rule_of(path: str) -> int | None:
    found = _RULE.match(path)
    return int(found[1]) if found else None
