"""The language of the socket: every frame in both directions, and what each event carries.

docs/realtime.md tells it in prose; a test holds the two together.
"""

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, Final, Literal, NotRequired, TypedDict

# Close codes.
NOT_SIGNED_IN: Final = 4401
REVOKED: Final = 4403
TOO_SLOW: Final = 4408
TOO_MANY_SOCKETS: Final = 4409
TOO_MANY: Final = 4429
TOO_BIG: Final = 1009
BROKEN: Final = 1011
TRY_AGAIN: Final = 1013
"""Something that we stand on does not answer: connect again later."""


# -- from the client ---------------------------------------------------------------------------
class Subscribe(TypedDict):
    op: Literal["subscribe"]
    topic: str
    last_seq: NotRequired[int]
    """The last number seen before the connection broke."""


class Unsubscribe(TypedDict):
    op: Literal["unsubscribe"]
    topic: str


class WirePoint(TypedDict):
    id: NotRequired[str]
    lat: float
    lng: float
    at: str
    heading: NotRequired[float | None]
    speed: NotRequired[float | None]
    """Metres a second."""
    accuracy: NotRequired[float | None]
    """Metres."""


class SendPositions(TypedDict):
    op: Literal["positions"]
    id: str
    points: list[WirePoint]


class Ping(TypedDict):
    op: Literal["ping"]


ClientFrame = Subscribe | Unsubscribe | SendPositions | Ping


# -- from the server ---------------------------------------------------------------------------
class Hello(TypedDict):
    op: Literal["hello"]
    user_id: int
    server_time: str


class Subscribed(TypedDict):
    op: Literal["subscribed"]
    topic: str
    seq: int
    """The number after which events follow: the client's own last_seq, or the topic's last."""


RefusalCode = Literal["unknown_topic", "forbidden", "not_found", "too_many_topics"]


class Refused(TypedDict):
    op: Literal["refused"]
    topic: str
    code: RefusalCode


class Event(TypedDict):
    op: Literal["event"]
    topic: str
    seq: int
    type: str
    at: str
    data: dict[str, Any]


class Refetch(TypedDict):
    op: Literal["refetch"]
    topic: str
    seq: int
    """The number after which events follow; those before it are not sent any more."""


class TripPosition(TypedDict):
    driver_id: int
    lat: float
    lng: float
    heading: float | None
    speed: float | None
    at: str
    eta_seconds: NotRequired[int]
    """By road: to the pickup before the start, to the drop after it."""


class Position(TypedDict):
    op: Literal["position"]
    topic: str
    data: TripPosition


class FleetPosition(TypedDict):
    driver_id: int
    lat: float
    lng: float
    heading: float | None
    at: str
    busy: bool
    online: bool


class FleetPositions(TypedDict):
    op: Literal["positions"]
    topic: Literal["fleet"]
    data: list[FleetPosition]


class Ack(TypedDict):
    op: Literal["ack"]
    id: str
    accepted: int
    rejected: int


class Pong(TypedDict):
    op: Literal["pong"]


ErrorCode = Literal["invalid", "unknown_op", "forbidden", "too_many_requests"]


class Error(TypedDict):
    op: Literal["error"]
    code: ErrorCode
    id: NotRequired[str]


ServerFrame = Hello | Subscribed | Refused | Event | Refetch | Position | FleetPositions | Ack | Pong | Error


# -- what events carry -------------------------------------------------------------------------
class BookingMoved(TypedDict):
    id: int
    reference: str
    status: str
    version: int
    """The booking's own count of moves."""


class BookingChanged(TypedDict):
    id: int
    status: str


class BookingLocked(TypedDict):
    id: int
    reference: str
    status: str


class ChatMoved(TypedDict):
    id: int
    """The booking's."""
    source: str
    """Whose deed it is: rider or driver."""
    up_to: int
    """The newest message that it is about."""


class AlarmMoved(TypedDict):
    id: int
    booking_id: int


class OfferMade(TypedDict):
    offer_id: int
    booking_id: int


class OfferClosed(OfferMade):
    reason: str


class WalletChanged(TypedDict):
    balance: str


class PaymentChanged(TypedDict):
    ref: str
    state: str
    at: str


class InboxNew(TypedDict):
    id: int
    title: str
    msg: str
    screen: str
    data: dict[str, Any]


class SettingsChanged(TypedDict):
    changed: list[str]


class DriverNamed(TypedDict):
    driver_id: int


class SignedOut(TypedDict, total=False):
    family: str
    """The one device that is signed out; all of them when there is none."""


class Nothing(TypedDict):
    pass


BOOKING_MOVES: Final = (
    "new", "dispatched", "waiting", "no_driver", "accepted", "arrived", "wrong_code", "started", "reached",
    "pending", "payment_pending", "photographed", "fare", "promo", "paid", "complete", "cancelled",
    "redispatched", "adjusted", "refunded", "rated", "edited", "tipped",
)  # fmt: skip

SIGNED_OUT: Final = "signed_out"

_MOVES: Final[dict[str, Any]] = {f"booking.{move}": BookingMoved for move in BOOKING_MOVES}

# By topic as the client names it, a booking's without its number.
EVENTS: Final[dict[str, dict[str, Any]]] = {
    "booking": _MOVES | {"chat.message": ChatMoved, "chat.delivered": ChatMoved, "chat.read": ChatMoved},
    "tasks": _MOVES | {"offer.made": OfferMade, "offer.closed": OfferClosed},
    "bookings": {
        "booking.created": BookingChanged,
        "booking.changed": BookingChanged,
        "booking.otp_locked": BookingLocked,
        "sos.raised": AlarmMoved,
        "sos.handled": AlarmMoved,
    },
    "fleet": {"driver.online": DriverNamed, "driver.offline": DriverNamed},
    "me": _MOVES
    | {
        "profile.changed": Nothing,
        "wallet.changed": WalletChanged,
        "payment.changed": PaymentChanged,
        "inbox.new": InboxNew,
        SIGNED_OUT: SignedOut,
    },
    "settings": {"settings.changed": SettingsChanged},
}


# -- as text -----------------------------------------------------------------------------------
def text_of(frame: ServerFrame | FleetPosition) -> str:
    """A frame, or one item of a frame, as it goes over the wire."""
    return json.dumps(frame, separators=(",", ":"), ensure_ascii=False)


def fleet_text(items: Iterable[str]) -> str:
    """A frame of positions that are text already, so that each is written once for all receivers."""
    return '{"op":"positions","topic":"fleet","data":[' + ",".join(items) + "]}"


def moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")
