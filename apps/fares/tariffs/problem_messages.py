"""Errors of a tariff's document in the reader's language; the engine's own sentences are English."""

import re
from typing import Final

from django.utils.translation import gettext, gettext_noop

_SENTENCES: Final = (
    gettext_noop("a ring has at least three points, each a longitude and a latitude"),
    gettext_noop("give units, or a distance and a time"),
    gettext_noop("a distance and a time are above 0"),
    gettext_noop("give a distance or a time"),
    gettext_noop("give time or per_hour"),
    gettext_noop("amount, distance and time are above 0"),
    gettext_noop("the first band starts at once"),
    gettext_noop("the further bands start all at a distance, or all at a fare"),
    gettext_noop("every belongs to pickup_distance"),
    gettext_noop("every is above 0"),
    gettext_noop("slabs are in the order of their times"),
    gettext_noop("all slabs give after, or all give way, or all give before_pickup"),
    gettext_noop("at_most is not below the amount"),
    gettext_noop("only cancellation depends on the driver"),
    gettext_noop("before_pickup is for bookings for later"),
    gettext_noop("to is above 0"),
    gettext_noop("rates, units, fixed and hire do not depend on the fare"),
    gettext_noop("hire has no destination and no route: only pickup_zones"),
    gettext_noop("below belongs to below_speed"),
    gettext_noop("bands are in order, and the first starts at 0"),
)
_PATTERNS: Final = tuple(
    (re.compile(pattern, re.DOTALL), sentence)
    for pattern, sentence in (
        # Of the engine.
        (
            r"(?P<place>rules\[\d+\])\.when: zone '(?P<name>.+)' is not in zones",
            gettext_noop("%(place)s: there is no zone “%(name)s”"),
        ),
        (r"unknown time zone '(?P<name>.+)'", gettext_noop("unknown time zone “%(name)s”")),
        (r"missing: (?P<value>.+)", gettext_noop("missing: %(value)s")),
        (r"cannot read '(?P<text>.*)'", gettext_noop("cannot read “%(text)s”")),
        (r"no such date: '(?P<text>.+)'", gettext_noop("no such date: “%(text)s”")),
        (r"no such time: '(?P<text>.+)'", gettext_noop("no such time: “%(text)s”")),
        (r"longer than a day: '(?P<text>.+)'", gettext_noop("longer than a day: “%(text)s”")),
        (r"longer than (?P<number>\d+) characters", gettext_noop("at most %(number)s characters")),
        (r"longer than (?P<number>\d+) bytes", gettext_noop("at most %(number)s bytes")),
        (r"not JSON: (?P<problem>.+)", gettext_noop("not JSON: %(problem)s")),
        # Of Pydantic.
        (r"Field required", gettext_noop("this value is missing")),
        (r"Extra inputs are not permitted", gettext_noop("the format has no such value")),
        (r"String should match pattern .+", gettext_noop("not written as the format expects")),
        (r"String should have at least 1 character", gettext_noop("this value is missing")),
        (r"String should have at most (?P<number>\d+) .+", gettext_noop("at most %(number)s characters")),
        (r"\w+ should have at least (?P<number>\d+) item.+", gettext_noop("at least %(number)s entries")),
        (r"\w+ should have at most (?P<number>\d+) item.+", gettext_noop("at most %(number)s entries")),
        (r"Input should be greater than or equal to (?P<number>.+)", gettext_noop("%(number)s or more")),
        (r"Input should be less than or equal to (?P<number>.+)", gettext_noop("%(number)s or less")),
        (r"Input should be (?P<values>('[^']*'|\d)[^.]*)", gettext_noop("one of: %(values)s")),
        (
            r"Input .+ does not match any of the expected tags: (?P<values>.+)",
            gettext_noop("one of: %(values)s"),
        ),
        (r"Input should be an? .+", gettext_noop("not the expected type of value")),
    )
)


def problem_message(sentence: str) -> str:
    """Return the translation of a sentence; one that is not known stays English."""
    if sentence in _SENTENCES:
        return gettext(sentence)
    for pattern, message in _PATTERNS:
        found = pattern.fullmatch(sentence)
        if found:
            # Pydantic's lists: 'sum', 'larger' or 'below_speed'.
            values = {name: text.replace("' or '", "', '") for name, text in found.groupdict().items()}
            return gettext(message) % values
    return sentence
