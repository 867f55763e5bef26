"""The frames of the socket protocol in both directions, and the data of each event.

A test compares them with docs/realtime.md.
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
"""A backend service is unavailable: reconnect later."""


# -- from the client ---------------------------------------------------------------------------
class Subscribe(TypedDict):
    op: Literal["subscribe"]
    topic: str
    last_seq: NotRequired[int]
    """The last number received before the connection broke."""


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
    """Metres per second."""
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
    traces: NotRequired[bool]
    """Whether the client records spans: the platform has a collector."""


class Subscribed(TypedDict):
    op: Literal["subscribed"]
    topic: str
    seq: int
    """Events after this number follow: the client's own last_seq, or the topic's last one."""


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
    trace: NotRequired[str]
    """W3C traceparent of its delivery, if the request that caused it is traced."""


class Refetch(TypedDict):
    op: Literal["refetch"]
    topic: str
    seq: int
    """Events after this number follow; earlier ones are no longer available."""


class TripPosition(TypedDict):
    driver_id: int
    lat: float
    lng: float
    heading: float | None
    speed: float | None
    at: str
    eta_seconds: NotRequired[int]
    """Driving time: to the pickup before the start, to the drop-off after it."""


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


# -- event data ----------------------------------------------------------------------------
class BookingUpdated(TypedDict):
    id: int
    reference: str
    status: str
    version: int
    """The booking's number of transitions."""


class BookingChanged(TypedDict):
    id: int
    status: str


class BookingLocked(TypedDict):
    id: int
    reference: str
    status: str


class ChatUpdated(TypedDict):
    id: int
    """The id of the booking."""
    source: str
    """The role of the sender or reader: rider or driver."""
    up_to: int
    """The id of the newest message concerned."""


class SosAlertUpdated(TypedDict):
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


class DriverChanged(TypedDict):
    driver_id: int


class CallChanged(TypedDict):
    id: int
    state: str


class DeskReceipt(TypedDict):
    id: int
    """The dispatcher's message, sent or received or read by a driver."""


class CaseChanged(TypedDict):
    id: int
    state: str


class RankChanged(TypedDict):
    rank_id: int


class PlaceEnded(RankChanged):
    ended: str
    """Why the driver lost the place."""


class SignedOut(TypedDict, total=False):
    family: str
    """The device to log out; all devices if missing."""


class NoData(TypedDict):
    pass


BOOKING_EVENTS: Final = (
    "new", "dispatched", "waiting", "no_driver", "accepted", "arrived", "wrong_code", "started", "reached",
    "pending", "payment_pending", "photographed", "fare", "promo", "paid", "complete", "cancelled",
    "redispatched", "adjusted", "refunded", "rated", "edited", "tipped", "at_stop", "left_stop",
    "stops_changed", "planned", "held",
)  # fmt: skip

SIGNED_OUT: Final = "signed_out"

_BOOKING_EVENTS: Final[dict[str, Any]] = {f"booking.{name}": BookingUpdated for name in BOOKING_EVENTS}

# By topic as named by the client; without the id for bookings.
EVENTS: Final[dict[str, dict[str, Any]]] = {
    "booking": _BOOKING_EVENTS
    | {"chat.message": ChatUpdated, "chat.delivered": ChatUpdated, "chat.read": ChatUpdated},
    "tasks": _BOOKING_EVENTS
    | {"offer.made": OfferMade, "offer.closed": OfferClosed, "rank.changed": PlaceEnded},
    "rank": {"rank.changed": RankChanged},
    "ranks": {"rank.changed": RankChanged},
    "bookings": {
        "booking.created": BookingChanged,
        "booking.changed": BookingChanged,
        "booking.otp_locked": BookingLocked,
        "sos.raised": SosAlertUpdated,
        "sos.handled": SosAlertUpdated,
        "call.changed": CallChanged,
        "desk.receipt": DeskReceipt,
    },
    "cases": {"case.changed": CaseChanged},
    "fleet": {"driver.online": DriverChanged, "driver.offline": DriverChanged},
    "me": _BOOKING_EVENTS
    | {
        "profile.changed": NoData,
        "wallet.changed": WalletChanged,
        "payment.changed": PaymentChanged,
        "inbox.new": InboxNew,
        "case.changed": CaseChanged,
        SIGNED_OUT: SignedOut,
    },
    "settings": {"settings.changed": SettingsChanged},
}


# -- as text -----------------------------------------------------------------------------------
def text_of(frame: ServerFrame | FleetPosition) -> str:
    """Return a frame, or one item of a frame, as JSON."""
    return json.dumps(frame, separators=(",", ":"), ensure_ascii=False)


def fleet_text(items: Iterable[str]) -> str:
    """Return a frame of positions that are serialized already, so that each is serialized once."""
    return '{"op":"positions","topic":"fleet","data":[' + ",".join(items) + "]}"


def moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")
