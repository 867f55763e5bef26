"""A move of a booking while it is being made, and the shape of a row of the table of moves."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from enum import Enum
from typing import Any

from django.utils.translation import gettext_lazy as _

from apps.accounts.choices import UserType
from apps.accounts.models import DriverProfile, User
from apps.bookings.choices import PaymentMode, Role, Status
from apps.bookings.models import Booking, Offer
from apps.bookings.writes import Writes
from apps.core.errors import Conflict, DomainError
from apps.core.platform import Platform
from apps.fares.promos import Held
from apps.fares.quotes import Quote


class Party(Enum):
    """What somebody is to one booking."""

    RIDER = "its rider"
    OFFERED = "a driver it is offered to"
    DRIVER = "its driver"
    FLEET_ADMIN = "its driver's fleet admin"
    ADMIN = "an admin"
    SYSTEM = "the platform"


def party_of(by: User | None, booking: Booking) -> Party | None:
    """What `by` (None is the platform) is to a booking that `by` may see; None for a stranger."""
    if by is None:
        return Party.SYSTEM
    if by.user_type == UserType.ADMIN:
        return Party.ADMIN
    if by.pk == booking.customer_id:
        return Party.RIDER
    if by.pk == booking.driver_id:
        return Party.DRIVER
    if by.pk == booking.fleet_admin_id:
        return Party.FLEET_ADMIN
    # The selectors show a driver who is not its own only a booking that was offered to that driver.
    return Party.OFFERED if by.user_type == UserType.DRIVER else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """What was driven, measured before the booking is locked; the drop is None where nothing was seen."""

    distance_km: Decimal
    distance_source: str
    """A DistanceSource; empty where there was nothing to measure."""
    drop_lat: float | None = None
    drop_lng: float | None = None
    drop_add: str = ""
    drop_seen_at: datetime | None = None
    """When the car was seen at the drop."""
    ended_at: datetime | None = None
    """When the driver ended the trip, where that was before the platform received it."""
    points: int | None = None
    """How many stored points it was made from; None where no later measure can compete."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A driver to offer a booking to."""

    driver_id: int
    rank: int
    distance_km: float | None
    """As the crow flies."""
    road_distance_km: float | None = None
    eta_seconds: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPayment:
    """What a gateway took for a booking, and what the rider's wallet is to add to it."""

    amount: Decimal
    owed: Decimal = Decimal(0)
    """The part of `amount` that the rider paid for earlier bookings."""
    wallet: Decimal
    gateway: str
    """The provider's name."""

    @property
    def for_trip(self) -> Decimal:
        """What the gateway took for the booking itself."""
        return self.amount - self.owed


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneReport:
    """What a driver's phone says of an action: when it was made, and which positions are still to come."""

    at: datetime | None = None
    points_waiting: int = 0
    """How many positions the phone had recorded by then and not handed over."""
    last_point_at: datetime | None = None
    """The time of the last of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """What staff change of a booking, and which booking they saw."""

    revision: str
    quote: Quote | None = None
    """The new places, car type and price; None where they stay."""
    route_polyline: str = ""
    is_retimed: bool = False
    trip_date: datetime | None = None
    """The new time; None is now."""
    charged: Decimal | None = None
    left_to_pay: Decimal | None = None
    """What the preview showed of the money of a booking that was paid ahead; None where it showed nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What a caller brings along; each move reads its own few."""

    otp: str = ""
    phone: PhoneReport | None = None
    began_at: datetime | None = None
    """When the driver started the trip, where that was before the platform received it."""
    reason: str = ""
    promo_name: str = ""
    image: str = ""
    """The name of a stored photograph."""
    rating: int | None = None
    feedback: str = ""
    measure: Measure | None = None
    candidates: Sequence[Candidate] = ()
    card: CardPayment | None = None
    driver_id: int | None = None
    widen: bool = False
    trip_date: datetime | None = None
    trip_cost: Decimal | None = None
    """The fare that staff set."""
    keep_driver_share: bool = False
    amount: Decimal | None = None
    """What staff refund, or what the rider tips."""
    shown: Decimal | None = None
    """The amount to pay that was shown before it was confirmed; None where none was."""
    percent: Decimal | None = None
    """Of the fare: a tip that the server works out."""
    payment_mode: PaymentMode = PaymentMode.CASH
    """How the rider paid, as staff record it."""
    from_driver: bool = False
    """The driver carries the refund."""
    paid_outside: bool = False
    """The rider got the refund outside the app."""
    offer_time: timedelta = timedelta()
    edit: Edit | None = None
    fee: Decimal | None = None
    """The fee that was shown before it was confirmed; None where none was."""


@dataclass(slots=True, kw_only=True)
class Change:
    """One move in the making; effects fill in what the later ones and the event need."""

    name: str
    booking: Booking
    from_status: str
    to_status: str
    by: User | None
    at: datetime
    facts: Facts
    settings: Platform
    data: dict[str, Any] = field(default_factory=dict)
    """What the booking event remembers beside who and when."""
    writes: Writes = field(default_factory=Writes)
    """What goes to the database together with the booking and the event."""
    open_offers: list[Offer] | None = None
    """As they were before the move, once somebody has asked."""
    offer: Offer | None = None
    driver: DriverProfile | None = None
    held_promo: Held | None = None
    left_driver_id: int | None = None
    """The driver who was on the booking before the move and is no more."""
    left_fleet_admin_id: int | None = None
    audit_before: dict[str, Any] = field(default_factory=dict)
    audit_after: dict[str, Any] = field(default_factory=dict)
    """What the audit log of a staff action says beside the status and the reason."""
    opened: list[Offer] = field(default_factory=list)
    closed: list[Offer] = field(default_factory=list)

    @property
    def role(self) -> Role:
        return Role.SYSTEM if self.by is None else Role(self.by.user_type)

    @property
    def card(self) -> CardPayment:
        """What a move by card is paid with."""
        if self.facts.card is None:
            raise TypeError(f"{self.name} needs a payment by card")
        return self.facts.card

    @property
    def user(self) -> User:
        """The person who makes a move that the platform never makes."""
        if self.by is None:
            raise TypeError(f"{self.name} is a person's move")
        return self.by


Step = Callable[[Change], None]
Refusal = Callable[[Change], DomainError]


def wrong_status(change: Change) -> DomainError:
    return Conflict("wrong_status", _("This cannot be done while the booking is %s.") % change.booking.status)


def always(booking: Booking, settings: Platform) -> bool:
    return True


def nothing(booking: Booking) -> str:
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """A row of the table: from where to where, by whom, on what conditions, and what comes with it."""

    sources: tuple[Status, ...]
    to: Status | None
    """None where the booking stays in whichever of the sources it is."""
    by: tuple[Party, ...]
    action: str = ""
    """The API's name for it; empty where no person asks for it by itself."""
    event: str = ""
    """The realtime event, where it is not simply booking.<status>."""
    shown_if: Callable[[Booking, Platform], bool] = always
    """Whether the action is offered to anybody for this booking under the settings in force."""
    otherwise: Refusal = wrong_status
    """How it is refused at the wrong time."""
    guards: tuple[Step, ...] = ()
    effects: tuple[Step, ...] = ()
    after_commit: tuple[Step, ...] = ()
    """Writes to the outbox, which is delivered after the commit."""
    then: Callable[[Booking], str] = nothing
    """The platform's own move that follows by itself in the same transaction, where there is one."""

    def __str__(self) -> str:
        return f"{' | '.join(self.sources) or 'nothing'} to {self.to or 'the same'}"


def move(
    *sources: Status,
    to: Status | None,
    by: tuple[Party, ...] | Party,
    action: str = "",
    event: str = "",
    shown_if: Callable[[Booking, Platform], bool] = always,
    otherwise: Refusal = wrong_status,
    guards: tuple[Step, ...] = (),
    effects: tuple[Step, ...] = (),
    after_commit: tuple[Step, ...] = (),
    then: Callable[[Booking], str] = nothing,
) -> Move:
    return Move(
        sources=sources,
        to=to,
        by=by if isinstance(by, tuple) else (by,),
        action=action,
        event=event or f"booking.{(to or 'changed').lower()}",
        shown_if=shown_if,
        otherwise=otherwise,
        guards=guards,
        effects=effects,
        after_commit=after_commit,
        then=then,
    )
