"""The rows of the lifecycle table, and the context that guards and effects of a transition share."""

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
from apps.bookings.state_machine.writes import WriteBatch
from apps.bookings.trip.stop_quotes import StopQuote
from apps.core.errors import Conflict, DomainError
from apps.core.platform import Platform
from apps.fares.estimates.quotes import Quote
from apps.fares.promos.redemption import Held


class Actor(Enum):
    """The role of a user in one booking."""

    RIDER = "its rider"
    OFFERED_DRIVER = "a driver it is offered to"
    DRIVER = "its driver"
    FLEET_ADMIN = "its driver's fleet admin"
    ADMIN = "an admin"
    SYSTEM = "the platform"


def actor_role(by: User | None, booking: Booking) -> Actor | None:
    """Return the role of `by` in a booking that `by` can see; None without a role."""
    if by is None:
        return Actor.SYSTEM
    if by.user_type == UserType.ADMIN:
        return Actor.ADMIN
    if by.pk == booking.customer_id:
        return Actor.RIDER
    if by.pk == booking.driver_id:
        return Actor.DRIVER
    if by.pk == booking.fleet_admin_id:
        return Actor.FLEET_ADMIN
    # The selectors show other drivers only bookings that were offered to them.
    return Actor.OFFERED_DRIVER if by.user_type == UserType.DRIVER else None


@dataclass(frozen=True, slots=True, kw_only=True)
class TripMeasurement:
    """The distance driven, measured before the booking is locked."""

    distance_km: Decimal
    distance_source: str
    """A DistanceSource; empty if there was nothing to measure."""
    drop_lat: float | None = None
    drop_lng: float | None = None
    drop_add: str = ""
    drop_seen_at: datetime | None = None
    """The time of the position at the drop."""
    ended_at: datetime | None = None
    """When the driver ended the trip, if that was before the server received it."""
    points: int | None = None
    """The number of stored points measured; None if no later measurement can replace it."""
    track: tuple[tuple[float, float], ...] = ()
    """Latitude and longitude of the positions driven through, for the zones of a tariff."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A driver to offer a booking to."""

    driver_id: int
    rank: int
    distance_km: float | None
    """Great-circle distance."""
    road_distance_km: float | None = None
    eta_seconds: int | None
    rank_entry_id: int | None = None
    """The place in the queue of a taxi rank."""
    planned: bool = False
    """Staff planned the driver for this trip."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPayment:
    """A gateway's charge for a booking, and the wallet's part."""

    amount: Decimal
    owed: Decimal = Decimal(0)
    """The part of `amount` that the rider paid for earlier bookings."""
    wallet: Decimal
    gateway: str
    """The provider's name."""

    @property
    def for_trip(self) -> Decimal:
        """Return the gateway's charge for the booking itself."""
        return self.amount - self.owed


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneReport:
    """What a driver's phone reports with an action: its time, and the positions still to be uploaded."""

    at: datetime | None = None
    points_waiting: int = 0
    """The number of recorded positions not yet uploaded at that time."""
    last_point_at: datetime | None = None
    """The time of the last of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """An edit by staff, and the revision of the booking that they saw."""

    revision: str
    version: int | None = None
    """The version that they saw: a refusal then says what has changed since."""
    quote: Quote | None = None
    """The new places, car type and price; None if unchanged."""
    route_polyline: str = ""
    is_retimed: bool = False
    trip_date: datetime | None = None
    """The new time; None is now."""
    charged: Decimal | None = None
    left_to_pay: Decimal | None = None
    """The amounts of the preview for a prepaid booking; None if it showed none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TransitionInput:
    """The caller's input; each transition reads its own fields."""

    otp: str = ""
    phone: PhoneReport | None = None
    began_at: datetime | None = None
    """When the driver acted, if that was before the server received it."""
    stop: int | None = None
    """The position of the stop that the driver marks."""
    stop_id: int | None = None
    """Its id, which differs if the rider has changed the stops; None if it was not sent."""
    stop_change: StopQuote | None = None
    stop_line: str = ""
    """The encoded line of the route through the changed stops."""
    reason: str = ""
    promo_name: str = ""
    image: str = ""
    """The name of a stored photo."""
    rating: int | None = None
    feedback: str = ""
    measurement: TripMeasurement | None = None
    candidates: Sequence[Candidate] = ()
    card: CardPayment | None = None
    driver_id: int | None = None
    widen: bool = False
    trip_date: datetime | None = None
    held_until: datetime | None = None
    trip_cost: Decimal | None = None
    """The fare set by staff."""
    keep_driver_share: bool = False
    amount: Decimal | None = None
    """The amount of a refund or tip."""
    shown: Decimal | None = None
    """The amount that the user confirmed; None if none was shown."""
    percent: Decimal | None = None
    """A tip as a percentage of the fare."""
    payment_mode: PaymentMode = PaymentMode.CASH
    """The payment mode recorded by staff."""
    from_driver: bool = False
    """The driver bears the refund."""
    paid_outside: bool = False
    """The rider was refunded outside the app."""
    approved: Decimal | None = None
    """The amount that a second admin approved."""
    offer_time: timedelta = timedelta()
    edit: Edit | None = None
    fee: Decimal | None = None
    """The fee that the user confirmed; None if none was shown."""


@dataclass(slots=True, kw_only=True)
class TransitionContext:
    """The state of one running transition; effects add what later effects and the event need."""

    name: str
    booking: Booking
    from_status: str
    to_status: str
    by: User | None
    at: datetime
    inputs: TransitionInput
    settings: Platform
    data: dict[str, Any] = field(default_factory=dict)
    """The event's own data, stored with its actor and time."""
    writes: WriteBatch = field(default_factory=WriteBatch)
    """Writes sent to the database together with the booking and the event."""
    open_offers: list[Offer] | None = None
    """The offers before the transition, loaded on first use."""
    offer: Offer | None = None
    driver: DriverProfile | None = None
    held_promo: Held | None = None
    left_driver_id: int | None = None
    """The driver removed by this transition."""
    left_fleet_admin_id: int | None = None
    unplanned_driver_id: int | None = None
    """The driver who was planned for the trip before this transition and is not any more."""
    removed_backup_id: int | None = None
    """The driver who was the back-up before this transition and is not needed any more."""
    backup_is_planned: bool = False
    """Whether this transition planned the back-up in place of the first driver."""
    audit_before: dict[str, Any] = field(default_factory=dict)
    audit_after: dict[str, Any] = field(default_factory=dict)
    """The audit entry's fields in addition to the status and the reason."""
    opened: list[Offer] = field(default_factory=list)
    closed: list[Offer] = field(default_factory=list)

    @property
    def role(self) -> Role:
        return Role.SYSTEM if self.by is None else Role(self.by.user_type)

    @property
    def card(self) -> CardPayment:
        """The card payment of a transition that needs one."""
        if self.inputs.card is None:
            raise TypeError(f"{self.name} needs a payment by card")
        return self.inputs.card

    @property
    def user(self) -> User:
        """The user of a transition that the platform never makes."""
        if self.by is None:
            raise TypeError(f"{self.name} needs a user")
        return self.by


Step = Callable[[TransitionContext], None]
ErrorFactory = Callable[[TransitionContext], DomainError]


def wrong_status(context: TransitionContext) -> DomainError:
    return Conflict("wrong_status", _("Not possible while the booking is %s.") % context.booking.status)


def always_available(booking: Booking, settings: Platform) -> bool:
    return True


def no_transition(booking: Booking) -> str:
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Transition:
    """A row of the lifecycle table: statuses, actors, guards, effects and notifications."""

    sources: tuple[Status, ...]
    to: Status | None
    """None keeps the current status."""
    by: tuple[Actor, ...]
    action: str = ""
    """The API's name of the action; empty if users cannot request it."""
    event: str = ""
    """The realtime event; by default booking.<status>."""
    available_if: Callable[[Booking, Platform], bool] = always_available
    """Whether the action is available for this booking under the current settings."""
    on_wrong_status: ErrorFactory = wrong_status
    """The error for a booking in another status."""
    guards: tuple[Step, ...] = ()
    effects: tuple[Step, ...] = ()
    after_commit: tuple[Step, ...] = ()
    """Steps that write to the outbox, which is delivered after the commit."""
    chain: Callable[[Booking], str] = no_transition
    """Returns the platform's transition that follows in the same database transaction; empty for none."""

    def __str__(self) -> str:
        return f"{' | '.join(self.sources) or 'nothing'} to {self.to or 'the same'}"


def transition(
    *sources: Status,
    to: Status | None,
    by: tuple[Actor, ...] | Actor,
    action: str = "",
    event: str = "",
    available_if: Callable[[Booking, Platform], bool] = always_available,
    on_wrong_status: ErrorFactory = wrong_status,
    guards: tuple[Step, ...] = (),
    effects: tuple[Step, ...] = (),
    after_commit: tuple[Step, ...] = (),
    chain: Callable[[Booking], str] = no_transition,
) -> Transition:
    return Transition(
        sources=sources,
        to=to,
        by=by if isinstance(by, tuple) else (by,),
        action=action,
        event=event or f"booking.{(to or 'changed').lower()}",
        available_if=available_if,
        on_wrong_status=on_wrong_status,
        guards=guards,
        effects=effects,
        after_commit=after_commit,
        chain=chain,
    )
