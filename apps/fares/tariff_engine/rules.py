"""The file format of a tariff: JSON, version 1. Amounts are text, so that every digit is preserved.

Rules are in order. The first rule whose conditions match applies, of each of these: rates and units, fixed,
hire, minimum, waiting at a place, extras of a group, charges of a key, extras_cap, rounding, fee, no_show and
cancellation. All extras without a group and all multipliers apply.
"""

from decimal import Decimal
from typing import Annotated, Any, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator, model_validator

from apps.fares.tariff_engine.hours import parse_hours

FORMAT: Final = "hansom-tariff"
MAX_RULES: Final = 1000
METRES: Final = {
    "m": Decimal(1),
    "km": Decimal(1000),
    "yd": Decimal("0.9144"),
    "ft": Decimal("0.3048"),
    "mi": Decimal("1609.344"),
}
SECONDS: Final = {"s": Decimal(1), "min": Decimal(60), "h": Decimal(3600)}

_NUMBER: Final = r"(0|[1-9]\d{0,8})(\.\d{1,6})?"
AmountText = Annotated[str, StringConstraints(pattern=r"^(0|[1-9]\d{0,8})(\.\d{1,4})?$")]
FactorText = Annotated[str, StringConstraints(pattern=r"^\d{1,3}(\.\d{1,4})?$")]
DistanceText = Annotated[str, StringConstraints(pattern=rf"^{_NUMBER} (m|km|yd|ft|mi)$")]
TimeText = Annotated[str, StringConstraints(pattern=rf"^{_NUMBER} (s|min|h)$")]
SpeedText = Annotated[str, StringConstraints(pattern=rf"^{_NUMBER} (km/h|mph)$")]
Name = Annotated[str, StringConstraints(min_length=1, max_length=80)]
Key = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
Count = Annotated[int, Field(ge=0, le=1000)]
Source = Literal["app", "phone", "street", "account"]
SLAB_MEASURES: Final = ("after", "way", "before_pickup")


def metres(text: str) -> Decimal:
    """Return the metres of a distance such as "117.6 yd"."""
    number, unit = text.split(" ")
    return Decimal(number) * METRES[unit]


def seconds(text: str) -> Decimal:
    """Return the seconds of a time such as "35.3 s"."""
    number, unit = text.split(" ")
    return Decimal(number) * SECONDS[unit]


def metres_an_hour(text: str) -> Decimal:
    """Return the metres an hour of a speed such as "12 mph"."""
    number, unit = text.split(" ")
    return Decimal(number) * METRES["km" if unit == "km/h" else "mi"]


def _is_positive(text: str | None) -> bool:
    return text is None or Decimal(text.split(" ")[0]) > 0


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class ZonePair(_Strict):
    """A trip from one zone to another."""

    pickup: Name
    drop: Name
    both_ways: bool = False


class Conditions(_Strict):
    """When a rule applies: all that are given must match; of a list, one."""

    car_types: list[Name] = []
    pickup_zones: list[Name] = []
    drop_zones: list[Name] = []
    zone_pairs: list[ZonePair] = []
    zones: list[Name] = Field(
        default=[],
        description="The trip passes one of them; for rates and units: while it is in one of them.",
    )
    hours: str = Field(
        default="",
        description="Subset of OSM opening_hours. At the pickup; for rates and units: while it is that time.",
    )
    sources: list[Source] = []
    booked_for_later: bool | None = None
    passengers_from: Count | None = None
    passengers_to: Count | None = None
    needs: list[Name] = Field(default=[], description="The trip has all of them.")
    without_needs: list[Name] = Field(default=[], description="The trip has none of them.")
    fare: Literal["metered", "fixed", "hire"] | None = Field(
        default=None, description="Not for rates, units, fixed and hire."
    )
    driver: Literal["on_the_way", "arrived"] | None = Field(
        default=None, description="Only for cancellation: where the driver is."
    )

    @field_validator("hours")
    @classmethod
    def _read_hours(cls, text: str) -> str:
        if text:
            parse_hours(text)
        return text


class DistanceBand(_Strict):
    """A rate per km or mile, from a distance of the trip."""

    rate: AmountText
    starts_at: DistanceText = "0 m"


class Rates(_Strict):
    """Base, distance and time, charged exactly."""

    kind: Literal["rates"]
    base: AmountText = "0"
    distance: Annotated[list[DistanceBand], Field(min_length=1, max_length=20)]
    distance_unit: Literal["km", "mi"] = "km"
    per_hour: AmountText = "0"
    combine: Literal["sum", "larger", "below_speed"] = Field(
        default="sum",
        description="Distance and time; or the larger of them; or time below a speed and else distance.",
    )
    below: SpeedText | None = None

    @model_validator(mode="after")
    def _check(self) -> Self:
        _require_speed(self.combine, self.below)
        _require_order([metres(band.starts_at) for band in self.distance])
        return self


class FirstUnit(_Strict):
    """The first amount, and what it covers: nothing, units of the first band, or a distance and a time."""

    amount: AmountText
    units: Annotated[int, Field(ge=0, le=100)] = 0
    distance: DistanceText | None = None
    time: TimeText | None = None

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.units and (self.distance or self.time):
            raise ValueError("give units, or a distance and a time")
        if not (_is_positive(self.distance) and _is_positive(self.time)):
            raise ValueError("a distance and a time are above 0")
        return self


class UnitBand(_Strict):
    """A unit of distance or time and its amount, from a distance of the trip or from a fare reached."""

    amount: AmountText
    distance: DistanceText | None = None
    time: TimeText | None = None
    per_hour: AmountText | None = Field(
        default=None, description="Instead of time: the amount of an hour, such as 28.57."
    )
    from_distance: DistanceText | None = None
    from_fare: AmountText | None = None

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.distance is None and self.time is None and self.per_hour is None:
            raise ValueError("give a distance or a time")
        if self.time is not None and self.per_hour is not None:
            raise ValueError("give time or per_hour")
        positive = (self.amount, self.distance, self.time, self.per_hour)
        if not all(_is_positive(text) for text in positive):
            raise ValueError("amount, distance and time are above 0")
        return self


class Units(_Strict):
    """A taximeter: units of distance and time, each charged in full when it begins."""

    kind: Literal["units"]
    first: FirstUnit
    bands: Annotated[list[UnitBand], Field(min_length=1, max_length=20)]
    combine: Literal["sum", "larger", "below_speed"] = "larger"
    below: SpeedText | None = None

    @model_validator(mode="after")
    def _check(self) -> Self:
        _require_speed(self.combine, self.below)
        head, *rest = self.bands
        if head.from_distance is not None or head.from_fare is not None:
            raise ValueError("the first band starts at once")
        by_distance = [metres(band.from_distance) for band in rest if band.from_distance is not None]
        by_fare = [Decimal(band.from_fare) for band in rest if band.from_fare is not None]
        if len(rest) not in (len(by_distance), len(by_fare)) or (by_distance and by_fare):
            raise ValueError("the further bands start all at a distance, or all at a fare")
        _require_order([Decimal(0), *by_distance])
        _require_order([Decimal(0), *by_fare])
        return self


class Fixed(_Strict):
    """A fixed price; the whole trip is metered if it is longer."""

    kind: Literal["fixed"]
    amount: AmountText
    up_to: DistanceText | None = None
    stops: Literal["included", "metered_after_first", "not_included"] = "included"


class Hire(_Strict):
    """A booking by the hour: a price per hour with a distance included, then extra distance and time."""

    kind: Literal["hire"]
    per_hour: AmountText
    included_per_hour: DistanceText = Field(
        default="0 km", description="Of each booked hour, and half of it of each extra half-hour."
    )
    extra_distance: AmountText = Field(default="0", description="Per km or mile above the included distance.")
    distance_unit: Literal["km", "mi"] = "km"
    extra_half_hour: AmountText = Field(description="Per half-hour begun after the booked hours.")


class Minimum(_Strict):
    """The least that fare, waiting, and charges that count toward it cost."""

    kind: Literal["minimum"]
    amount: AmountText


class Multiplier(_Strict):
    """Multiplies fare and waiting; the product of all multipliers up to this one is at most `cap`."""

    kind: Literal["multiplier"]
    factor: FactorText
    cap: FactorText | None = None


class Extra(_Strict):
    """An amount in addition to the fare."""

    kind: Literal["extra"]
    amount: AmountText
    per: Literal["trip", "passenger", "luggage", "stop", "pickup_distance"] = "trip"
    free: Count = Field(default=0, description="So many passengers, items or stops are free.")
    children_per_passenger: Annotated[int, Field(ge=1, le=10)] = 1
    every: DistanceText | None = Field(default=None, description="Of pickup_distance; completed ones count.")
    group: Key | None = Field(default=None, description="Only the first that matches of a group applies.")
    capped: bool = Field(default=True, description="Whether it counts toward extras_cap.")

    @model_validator(mode="after")
    def _check(self) -> Self:
        if (self.per == "pickup_distance") != (self.every is not None):
            raise ValueError("every belongs to pickup_distance")
        if not _is_positive(self.every):
            raise ValueError("every is above 0")
        return self


class Charge(_Strict):
    """An amount that the trip brings: toll, parcel, option, soiling."""

    kind: Literal["charge"]
    charge: Key
    at_most: AmountText | None = None
    in_minimum: bool = False


class ExtrasCap(_Strict):
    """The most that the extras cost together."""

    kind: Literal["extras_cap"]
    amount: AmountText


class Waiting(_Strict):
    """Waiting at the pickup and at stops, after free time, exactly or per begun unit of time."""

    kind: Literal["waiting"]
    at: Literal["pickup", "stop"]
    free: TimeText = "0 s"
    amount: AmountText
    every: TimeText = "1 h"
    begun: bool = False

    @model_validator(mode="after")
    def _check(self) -> Self:
        if not _is_positive(self.every):
            raise ValueError("every is above 0")
        return self


class NoShow(_Strict):
    """The price of a rider who does not come, with or without the waiting at the pickup."""

    kind: Literal["no_show"]
    amount: AmountText
    waiting: bool = Field(
        default=False, description="Adds the waiting by the waiting rule of the pickup, in whole minutes."
    )
    at_most: AmountText | None = None

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.at_most is not None and Decimal(self.at_most) < Decimal(self.amount):
            raise ValueError("at_most is not below the amount")
        return self


class Slab(_Strict):
    """A cancellation later than `after`, from a share of the driver's way on, or so shortly before the
    pickup, costs the amount.
    """

    after: TimeText | None = Field(default=None, description="Since a driver accepted.")
    way: Annotated[int, Field(ge=0, le=100)] | None = Field(
        default=None, description="Percent of the driver's way to the pickup."
    )
    before_pickup: TimeText | None = Field(default=None, description="Of a booking for later.")
    amount: AmountText

    @property
    def measure(self) -> str:
        """Return what the slab depends on; empty unless it is one thing."""
        given = [name for name in SLAB_MEASURES if getattr(self, name) is not None]
        return given[0] if len(given) == 1 else ""


class Cancellation(_Strict):
    """The price of a cancelled trip: the last slab that is reached."""

    kind: Literal["cancellation"]
    slabs: Annotated[list[Slab], Field(min_length=1, max_length=20)]

    @property
    def measure(self) -> str:
        """Return what all slabs depend on."""
        return self.slabs[0].measure

    @model_validator(mode="after")
    def _check(self) -> Self:
        if not self.measure or any(slab.measure != self.measure for slab in self.slabs):
            raise ValueError("all slabs give after, or all give way, or all give before_pickup")
        steps = [_step(slab) for slab in self.slabs]
        if sorted(set(steps)) != steps:
            raise ValueError("slabs are in the order of their times")
        return self


class Rounding(_Strict):
    """Rounds the total to a multiple."""

    kind: Literal["rounding"]
    to: AmountText
    how: Literal["nearest", "up", "down"] = "nearest"

    @model_validator(mode="after")
    def _check(self) -> Self:
        if not _is_positive(self.to):
            raise ValueError("to is above 0")
        return self


class Fee(_Strict):
    """The platform's fee, added to the total."""

    kind: Literal["fee"]
    amount: AmountText
    percentage: bool = False


Action = Annotated[
    Rates
    | Units
    | Fixed
    | Hire
    | Minimum
    | Multiplier
    | Extra
    | Charge
    | ExtrasCap
    | Waiting
    | NoShow
    | Cancellation
    | Rounding
    | Fee,
    Field(discriminator="kind"),
]


class Rule(_Strict):
    """A name, which bills show, the conditions and the action."""

    name: Name
    when: Conditions = Conditions()
    then: Action

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.then.kind in ("rates", "units", "fixed", "hire") and self.when.fare is not None:
            raise ValueError("rates, units, fixed and hire do not depend on the fare")
        if self.then.kind == "hire" and (self.when.drop_zones or self.when.zone_pairs or self.when.zones):
            raise ValueError("hire has no destination and no route: only pickup_zones")
        if self.then.kind != "cancellation":
            if self.when.driver is not None:
                raise ValueError("only cancellation depends on the driver")
        elif self.then.measure == "before_pickup" and self.when.booked_for_later is False:
            raise ValueError("before_pickup is for bookings for later")
        return self


class Zone(_Strict):
    """A polygon: rings of [longitude, latitude], the first is the outline, the others are holes."""

    rings: list[list[tuple[float, float]]] = []

    @field_validator("rings", mode="before")
    @classmethod
    def _read_rings(cls, rings: Any) -> Any:
        # JSON has no tuples, which strict validation expects.
        if isinstance(rings, list):
            return [
                [tuple(point) if isinstance(point, list) else point for point in ring]
                if isinstance(ring, list)
                else ring
                for ring in rings
            ]
        return rings

    @field_validator("rings")
    @classmethod
    def _check_rings(cls, rings: list[list[tuple[float, float]]]) -> list[list[tuple[float, float]]]:
        for ring in rings:
            if len(ring) < 3 or not all(-180 <= lng <= 180 and -90 <= lat <= 90 for lng, lat in ring):
                raise ValueError("a ring has at least three points, each a longitude and a latitude")
        return rings


class Tariff(_Strict):
    """A tariff as a file."""

    format: Literal["hansom-tariff"] = "hansom-tariff"
    format_version: Literal[1] = 1
    name: Name
    time_zone: Annotated[str, StringConstraints(pattern=r"^[A-Za-z_]+(/[A-Za-z0-9_+-]+)*$", max_length=60)]
    notes: Annotated[str, StringConstraints(max_length=4000)] = ""
    zones: dict[Name, Zone] = {}
    rules: Annotated[list[Rule], Field(min_length=1, max_length=MAX_RULES)]

    @model_validator(mode="after")
    def _check_zones(self) -> Self:
        for index, rule in enumerate(self.rules):
            when = rule.when
            pairs = [name for pair in when.zone_pairs for name in (pair.pickup, pair.drop)]
            for name in (*when.pickup_zones, *when.drop_zones, *when.zones, *pairs):
                if name not in self.zones:
                    raise ValueError(f"rules[{index}].when: zone {name!r} is not in zones")
        return self


def _step(slab: Slab) -> Decimal:
    """Return a number that rises from each slab to a later one."""
    if slab.before_pickup is not None:
        return -seconds(slab.before_pickup)
    return Decimal(slab.way or 0) if slab.after is None else seconds(slab.after)


def _require_speed(combine: str, below: str | None) -> None:
    if (combine == "below_speed") != (below is not None):
        raise ValueError("below belongs to below_speed")


def _require_order(starts: list[Decimal]) -> None:
    if starts[0] != 0 or sorted(set(starts)) != starts:
        raise ValueError("bands are in order, and the first starts at 0")
