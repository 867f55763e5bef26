"""Fares of the five sheets from their text, in exact fractions, minute by minute, without the engine."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction as F
from zoneinfo import ZoneInfo

YARD = F("0.9144")
MILE = F("1609.344")


@dataclass(frozen=True)
class Leg:
    """A drive of some seconds and metres at a steady speed."""

    seconds: F
    metres: F
    zones: frozenset[str] = frozenset()
    after_stop: bool = False


@dataclass(frozen=True)
class Trip:
    start: datetime
    legs: tuple[Leg, ...]
    holidays: frozenset[date] = frozenset()
    passengers: int = 1
    children: int = 0
    luggage: int = 0
    source: str = "app"
    booked_ahead: bool = False
    pickup_miles: F = F(0)
    soiling: F = F(0)
    tolls: F = F(0)
    phone_booking: F = F(0)
    pickup: frozenset[str] = frozenset()
    drop: frozenset[str] = frozenset()
    waits: tuple[F, ...] = field(default=())

    @property
    def metres(self) -> F:
        return sum((leg.metres for leg in self.legs), F(0))


@dataclass(frozen=True)
class Sheet:
    """A tariff in force: the first amount and its size, the amount of a unit and its size."""

    first: F
    first_size: tuple[F, F]
    amount: F
    unit: Callable[[F, F], tuple[F, F]]
    """Metres and seconds of a unit that begins at a distance and a fare."""
    next_length_at: F | None = None


def minutes(trip: Trip, zone: str, legs: tuple[Leg, ...]) -> Iterator[tuple[datetime, F, F, Leg]]:
    """Yield the clock on the wall, seconds, metres and leg of each part within a minute."""
    at = F(0)
    for leg in legs:
        left = leg.seconds
        while left > 0:
            now = trip.start + timedelta(seconds=int(at))
            until_minute = 60 - (F(now.second) + at - int(at))
            step = min(left, until_minute)
            yield now.astimezone(ZoneInfo(zone)), step, leg.metres * step / leg.seconds, leg
            left -= step
            at += step


def taximeter(trip: Trip, zone: str, tariff: Callable[[datetime], Sheet]) -> F:
    """Return the fare of a meter that the larger of distance and time moves, unit by unit."""
    fare = tariff(trip.start.astimezone(ZoneInfo(zone))).first
    left, first, travelled, fare_at_start = F(1), True, F(0), fare
    for local, seconds, metres, _ in minutes(trip, zone, trip.legs):
        while seconds > 0:
            sheet = tariff(local)
            length, time = sheet.first_size if first else sheet.unit(travelled, fare_at_start)
            part = F(1)
            edge = sheet.next_length_at
            if not first and edge is not None and travelled < edge < travelled + metres:
                part = (edge - travelled) / metres
            moved = max(metres / length, seconds / time) * part
            if moved > left:
                part = part * left / moved
                first, left, fare_at_start = False, F(1), fare
                fare += sheet.amount
            else:
                left -= moved
            travelled += metres * part
            seconds, metres = seconds * (1 - part), metres * (1 - part)
    return fare


def craven_tariff(local: datetime, trip: Trip) -> int:
    at, year = local.replace(tzinfo=None), local.year
    if trip.passengers + trip.children >= 5:
        return 4
    if datetime(year, 12, 24, 18) <= at < datetime(year, 12, 27, 6):
        return 3
    if at >= datetime(year, 12, 31, 18) or at < datetime(year, 1, 2):
        return 3
    return 2 if at.hour < 6 else 1


def craven(trip: Trip) -> F:
    rows = {
        1: ("4.50", "251.5", "0.15", "117.6", "35.3"),
        2: ("4.30", "300.9", "0.26", "196.6", "70.6"),
        3: ("5.00", "413.1", "0.26", "143.2", "70.6"),
        4: ("5.30", "267", "0.20", "156.9", "50"),
    }

    def tariff(local: datetime) -> Sheet:
        first, first_s, amount, yards, s = (F(text) for text in rows[craven_tariff(local, trip)])
        return Sheet(first, (838 * YARD, first_s), amount, lambda _d, _f: (yards * YARD, s))

    started = craven_tariff(trip.start.astimezone(ZoneInfo("Europe/London")), trip)
    a_mile = {1: F("1.00"), 2: F("1.20"), 3: F("1.63"), 4: F("1.50")}[started]
    pickup = (trip.pickup_miles // 1) * a_mile
    return taximeter(trip, "Europe/London", tariff) + pickup + min(trip.soiling, F(75))


def swindon(trip: Trip) -> F:
    def tariff(local: datetime) -> Sheet:
        at, year = local.replace(tzinfo=None), local.year
        night_of = (at - timedelta(hours=6)).date()
        christmas = datetime(year, 12, 24, 20) <= at < datetime(year, 12, 27, 6)
        new_year = at >= datetime(year, 12, 31, 20) or at < datetime(year, 1, 2, 6)
        # Sunday and holidays run to 06:00 of the day after, and their own night before 06:00 is night anyway.
        quiet = night_of.weekday() == 6 or night_of in trip.holidays or local.date() in trip.holidays
        night = not 6 <= at.hour < 18
        if christmas or new_year:
            first, amount, reached = F("6.50"), F("0.30"), F("16.10")
        elif night or quiet or at.weekday() == 6:
            first, amount, reached = F("3.90"), F("0.20"), F("16.10")
        else:
            first, amount, reached = F("3.50"), F("0.20"), F("11.10")

        def unit(_distance: F, fare: F) -> tuple[F, F]:
            return (F("129.2"), F("27.7")) if fare >= reached else (F("184.4"), F("39.6"))

        return Sheet(first, (F("368.8"), F("79.3")), amount, unit)

    further = max(0, trip.passengers + (trip.children + 1) // 2 - 1)
    extras = further * F("0.50") + trip.luggage * F("0.20") + (2 if trip.booked_ahead else 0)
    return taximeter(trip, "Europe/London", tariff) + extras + min(trip.soiling, F(75))


def london(trip: Trip) -> F:
    def tariff(local: datetime) -> Sheet:
        day_of_night = (local.replace(tzinfo=None) - timedelta(hours=5)).date()
        in_night = not 5 <= local.hour < 22
        if in_night or local.date() in trip.holidays or day_of_night in trip.holidays:
            metres, an_hour = F("81.2"), F("41.14")
        elif local.weekday() < 5 and local.hour < 20:
            metres, an_hour = F("117.4"), F("28.57")
        else:
            metres, an_hour = F("95.5"), F("35.12")
        seconds = F("0.20") / an_hour * 3600
        covered = {F("81.2"): F("162.4"), F("117.4"): F("234.8"), F("95.5"): F("191.0")}[metres]

        def unit(distance: F, _fare: F) -> tuple[F, F]:
            return (F("86.9") if distance >= F("9656.1") else metres), seconds

        return Sheet(F("2.60"), (covered, 2 * seconds), F("0.20"), unit, F("9656.1"))

    heathrow = F("2.80") if "heathrow_rank" in trip.pickup else F(0)
    booking = min(trip.phone_booking, F(2)) if trip.source == "phone" else F(0)
    return taximeter(trip, "Europe/London", tariff) + heathrow + booking + min(trip.soiling, F(60))


def berlin(trip: Trip) -> F:
    surcharges = trip.luggage * F(1)
    surcharges += 5 if 5 <= trip.passengers + trip.children <= 8 else 0
    surcharges += F("1.50") if trip.source == "account" else 0
    if trip.source == "street" and trip.metres <= 2000:
        return 6 + min(surcharges, F(7))
    fare, km = F("4.30"), F(0)
    for leg in trip.legs:
        waiting = leg.seconds * F(33) / 3600
        if leg.metres == 0:
            fare += waiting
            continue
        # Where one of the bands ends within the leg, each part is compared by itself.
        end = km + leg.metres / 1000
        for low, high, rate in ((0, 3, F("2.80")), (3, 7, F("2.60")), (7, 10**6, F("2.10"))):
            part = min(end, F(high)) - max(km, F(low))
            if part > 0:
                fare += max(part * rate, waiting * part / (end - km))
        km = end
    fare += sum(trip.waits, F(0)) * F(33) / 3600
    return fare + min(surcharges, F(7))


def new_york(trip: Trip) -> F:
    local = trip.start.astimezone(ZoneInfo("America/New_York"))
    jfk = ("jfk" in trip.pickup and "manhattan" in trip.drop) or (
        "jfk" in trip.drop and "manhattan" in trip.pickup
    )
    rush = local.weekday() < 5 and 16 <= local.hour < 20 and local.date() not in trip.holidays
    passed = trip.pickup.union(trip.drop, *(leg.zones for leg in trip.legs))
    total = F(1) + trip.tolls
    total += (F(5) if jfk else F("2.50")) if rush else 0
    total += F("2.50") if "manhattan_south" in passed else 0
    total += F("0.50") if trip.drop & {"nyc", "nassau", "westchester"} else 0
    total += 20 if "newark" in trip.drop else 0
    legs = trip.legs
    if jfk:
        legs = tuple(leg for leg in legs if leg.after_stop)
        total += 70
    elif local.hour >= 20 or local.hour < 6:
        total += 1
    if jfk and not legs:
        return total
    total += 3
    # Units used at the moment of each leg's end; each begun one costs what its place of beginning costs.
    used, begun = F(0), 0
    for leg in legs:
        amount = F("1.40") if leg.zones & {"nassau", "westchester"} else F("0.70")
        mph = leg.metres / MILE / (leg.seconds / 3600)
        used += leg.metres / MILE * 5 if mph >= 12 else leg.seconds / 60
        now_begun = -(-used // 1)
        total += (now_begun - begun) * amount
        begun = now_begun
    return total


ZONES = {
    "craven": "Europe/London",
    "swindon": "Europe/London",
    "london": "Europe/London",
    "berlin": "Europe/Berlin",
    "new_york": "America/New_York",
}
SHEETS: dict[str, Callable[[Trip], F]] = {
    "craven": craven,
    "swindon": swindon,
    "london": london,
    "berlin": berlin,
    "new_york": new_york,
}


def in_utc(zone: str, *wall: int) -> datetime:
    return datetime(*wall, tzinfo=ZoneInfo(zone)).astimezone(UTC)  # type: ignore[misc, arg-type]
