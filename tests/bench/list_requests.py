"""The requests to each list and report: all rows, each filter, each ordering, searches, deep pages."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.utils import timezone

from apps.accounts.models import User
from apps.backoffice.scale.bookings import COMMON, MEDIUM, RARE
from apps.backoffice.scale.people import RARE_NAME
from apps.bookings.models import Booking
from tests.bench.endpoints import Endpoint
from tests.bench.sides import Side

Sample = Callable[[Side, random.Random], Any]
Query = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ListRequest:
    name: str
    path: Sample
    person: Sample
    query: Sample
    deep: bool = False
    found: bool = False
    """Whether the reply must have rows."""


def always(value: Any) -> Sample:
    return lambda side, chance: value


def person_id(side: Side, chance: random.Random) -> int:
    return chance.choice((side.a_rider, side.a_driver))(chance)


def reference(side: Side, chance: random.Random) -> str:
    return str(Booking.objects.values_list("reference", flat=True).get(pk=side.a_booking(chance)))


def mobile(side: Side, chance: random.Random) -> str:
    return f"+999{side.a_rider(chance):09d}"


def phone(side: Side, chance: random.Random) -> str:
    return f"{side.a_rider(chance):09d}"


def email(side: Side, chance: random.Random) -> str:
    return f"p{side.a_rider(chance)}@"


def full_name(side: Side, chance: random.Random) -> str:
    return User.objects.get(pk=side.a_rider(chance)).full_name


def month(ago: int, before: str = "") -> Query:
    now = timezone.now()
    return {
        f"{before}from": (now - timedelta(days=ago)).date().isoformat(),
        f"{before}to": (now - timedelta(days=ago - 30)).date().isoformat(),
    }


NOTHING: Final = always({})
ADMINS: Final = Side.an_admin
ROLES: Final[Mapping[str, Sequence[Sample]]] = {
    "/api/v1/bookings/": (ADMINS, Side.a_fleet, Side.a_driver, Side.a_rider),
    "/api/v1/drivers/": (ADMINS, Side.a_fleet),
    "/api/v1/dashboard/": (ADMINS, Side.a_fleet),
    "/api/v1/reports/driver-earnings/": (ADMINS, Side.a_fleet),
    "/api/v1/me/wallet/history/": (Side.a_rider, Side.a_driver),
    "/api/v1/me/wallet/withdrawals/": (Side.a_driver,),
    "/api/v1/me/earnings/": (Side.a_driver,),
}
"""The users of each list; admins by default, riders about themselves. The first sends all requests."""
PARTS: Final[Mapping[str, Sample]] = {"/api/v1/users/": person_id, "/api/v1/bookings/": Side.a_booking}
"""The id in a path with this prefix; a person's elsewhere."""

FULL: Final = frozenset(
    f"/api/v1/{name}/" for name in ("bookings", "riders", "drivers", "wallets", "withdrawals", "audit")
)
"""Lists that must have rows: an empty one measures nothing."""

SAMPLES: Final[Mapping[str, Sequence[tuple[str, Sample]]]] = {
    "status": [(name, always(name)) for name in ("COMPLETE", "NEW", "NEW,ACCEPTED,STARTED", "PENDING")],
    "driver": [("a driver", Side.a_driver)],
    "rider": [("a rider", Side.a_rider)],
    "user": [("a driver", Side.a_driver)],
    "person": [("a person", person_id)],
    "actor": [("an admin", Side.an_admin)],
    "fleet_admin": [("a fleet", Side.a_fleet)],
    "fleet": [("a fleet", Side.a_fleet)],
    "car_type": [("a type", lambda side, chance: 1 + chance.randrange(3))],
    "vehicle": [("a vehicle", always(1))],
    "batch": [("a batch", always(1))],
    "provider": [("a gateway", always("test"))],
    "kind": [(name, always(name)) for name in ("user", "settings")],
    "action": [(name, always(name)) for name in ("changed", "approved")],
    "target": [("a person", person_id)],
    "target_id": [("a person", person_id)],
    "booking": [("a booking", Side.a_booking)],
}
"""Sample values of parameters whose values are not all known."""

OF_BOOKINGS: Final[Sequence[tuple[str, Sample]]] = (
    ("a rare term", always(RARE)),
    ("a medium term", always(MEDIUM)),
    ("a common term", always(COMMON)),
    ("an unknown term", always("Xanadu")),
    ("two terms", always(f"{MEDIUM} {COMMON[:4]}")),
    ("two common terms", always(f"{COMMON} Ryde")),
    ("rare and common", always(f"{RARE} {COMMON}")),
    ("a name", full_name),
    ("a reference", reference),
    ("a phone number", phone),
)
OF_PEOPLE: Final[Sequence[tuple[str, Sample]]] = (
    ("a rare name", always(RARE_NAME)),
    ("a common name", always("Ada")),
    ("two names", full_name),
    ("one letter", always("z")),
    ("no such name", always("Xanadu")),
    ("an email address", email),
    ("a mobile", mobile),
)
SEARCHES: Final = {"/api/v1/bookings/": OF_BOOKINGS}
MORE: Final[Mapping[str, Sequence[tuple[str, Sample]]]] = {
    "/api/v1/bookings/": (
        ("medium term, cancelled", always({"search": MEDIUM, "status": "CANCELLED"})),
        ("common term, cancelled", always({"search": COMMON, "status": "CANCELLED"})),
        ("medium term by cost", always({"search": MEDIUM, "ordering": "-trip_cost"})),
        ("medium term of a month", always({"search": MEDIUM, **month(600)})),
        ("status by cost", always({"status": "CANCELLED", "ordering": "-trip_cost"})),
        ("driver by cost", lambda side, chance: {"driver": side.a_driver(chance), "ordering": "-trip_cost"}),
    )
}
"""Combined filters."""


class NoSample(LookupError):
    """A parameter of a list has no sample value: add it to SAMPLES."""


def list_requests(endpoint: Endpoint) -> Iterator[ListRequest]:
    """Yield the requests of a list or report. Raises NoSample."""
    short = endpoint.path.removeprefix("/api/v1/").rstrip("/")
    first, *others = _roles(endpoint.path)
    path = _path(endpoint.path)

    def request(person: Sample, about: str, query: Sample = NOTHING, **more: Any) -> ListRequest:
        role = person.__name__.split("_")[-1]
        return ListRequest(f"{short}, {role}: {about}", path, person, query, **more)

    for person in (first, *others):
        yield request(person, "all", found=person is ADMINS and endpoint.path in FULL)
        if endpoint.paged and person is first:
            yield request(person, "a deep page", deep=True)
        for about, query in _filtered(endpoint, everything=person is first):
            yield request(person, about, query)
    for about, query in MORE.get(endpoint.path, ()):
        yield request(first, about, query)


def _roles(path: str) -> Sequence[Sample]:
    return ROLES.get(path, (Side.a_rider,) if path.startswith("/api/v1/me/") else (ADMINS,))


def _path(path: str) -> Sample:
    if "{" not in path:
        return always(path)
    part = next((sample for start, sample in PARTS.items() if path.startswith(start)), person_id)
    return lambda side, chance: path.replace("{id}", str(part(side, chance)))


def _filtered(endpoint: Endpoint, *, everything: bool) -> Iterator[tuple[str, Sample]]:
    names = {parameter.name for parameter in endpoint.parameters}
    for parameter in endpoint.parameters:
        name = parameter.name
        if name.endswith("to"):
            continue
        if name.endswith("from"):
            before = name.removesuffix("from")
            yield f"{before}the last month", always(month(30, before))
            yield f"{before}a month long ago", always(month(600, before))
        elif name == "search":
            searches = SEARCHES.get(endpoint.path, OF_PEOPLE)
            for about, term in searches if everything else searches[:3]:
                yield about, _with(name, term)
        elif everything or name == "ordering":
            for about, value in _values(endpoint, name, parameter.values):
                yield f"{name} {about}", _with(name, value)
    if {"from", "ordering"} <= names and everything:
        yield "a month by another column", lambda side, chance: {**month(600), **_other(endpoint)}


def _other(endpoint: Endpoint) -> Query:
    (ordering,) = (parameter for parameter in endpoint.parameters if parameter.name == "ordering")
    return {"ordering": ordering.values[-1]}


def _values(endpoint: Endpoint, name: str, known: Sequence[str]) -> Sequence[tuple[str, Sample]]:
    if known:
        return [(value, always(value)) for value in known]
    if name not in SAMPLES:
        raise NoSample(f"{endpoint.path} has a parameter {name}: it has no sample value")
    return SAMPLES[name]


def _with(name: str, value: Sample) -> Sample:
    return lambda side, chance: {name: value(side, chance)}
