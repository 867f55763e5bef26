"""Ratings, feedback and chat messages of the demo trips."""

from datetime import datetime, timedelta
from random import Random
from typing import TYPE_CHECKING, Final

from apps.chat.choices import Source
from apps.chat.models import ChatMessage

if TYPE_CHECKING:
    from apps.backoffice.demo.history.trip import Trip

CHAT_SHARE: Final = 0.24
FEEDBACK_SHARE: Final = 0.33
ALWAYS_EXPLAINED_UP_TO: Final = 3
"""Riders give a reason for each rating up to this."""

_PRAISE: Final = (
    "Very smooth drive, thank you.", "Friendly and on time.", "Helped with the suitcases. Much appreciated!",
    "Clean car, good chat.", "Knows every back road.", "Lovely as always.", "Got me to the ferry in time!",
    "Waited patiently while I found my keys.", "Safe driver, quiet ride.", "Great service.",
    "Perfect, would ride again.", "Drove carefully in the rain.",
)  # fmt: skip
_FINE: Final = ("All fine.", "Good, a bit slow through town.", "Nice driver, the radio was loud.", "OK.")
_POOR: Final = (
    "Ten minutes later than shown.", "Took the long way round.", "The car could have been cleaner.",
    "Drove too fast on the Military Road.", "Did not help with the bags.",
)  # fmt: skip
_PARCEL: Final = (
    "Arrived in one piece, thanks.", "Quick and careful.", "Called before delivering, very good.",
    "Left with the neighbour.",
)  # fmt: skip

_OPENINGS: Final = (
    (Source.RIDER, "Hi, I'm at the front door."),
    (Source.RIDER, "I'm by the bus stop across the road."),
    (Source.RIDER, "Could you pull up on the left side please?"),
    (Source.RIDER, "I have two suitcases, is that OK?"),
    (Source.DRIVER, "Hello, I'm on my route. About 5 minutes."),
    (Source.DRIVER, "Road works on the corner, I'll be two minutes late."),
    (Source.DRIVER, "I'm outside now, silver car."),
    (Source.RIDER, "Is there room for a pushchair?"),
)
_ANSWERS: Final = {
    Source.DRIVER: (
        "No problem, see you in a minute.",
        "Sure!",
        "Yes, plenty of room.",
        "OK, just turning in.",
    ),
    Source.RIDER: ("Great, thank you!", "Coming out now.", "OK, no rush.", "Perfect, see you there."),
}
_CLOSINGS: Final = ("👍", "Thanks!", "See you.")


def draw_rating(rng: Random, *, driver_id: int = 0) -> int:
    """Return a rating, mostly five stars; some drivers are rated slightly higher."""
    five_stars = 74 + driver_id * 7 % 13
    return rng.choices((5, 4, 3, 2, 1), (five_stars, 100 - five_stars, 5, 1.6, 0.9))[0]


def draw_feedback(rating: int, rng: Random, *, is_delivery: bool) -> str:
    if rating > ALWAYS_EXPLAINED_UP_TO and rng.random() > FEEDBACK_SHARE:
        return ""
    if rating <= ALWAYS_EXPLAINED_UP_TO:
        return rng.choice(_POOR)
    if rating == ALWAYS_EXPLAINED_UP_TO + 1:
        return rng.choice(_FINE)
    return rng.choice(_PARCEL if is_delivery else _PRAISE)


def add_chat(trip: "Trip", accepted: datetime, arrived: datetime) -> None:
    """Add two or three messages between acceptance and pickup to some trips."""
    rng, driver = trip.rng, trip.driver
    if driver is None or rng.random() > CHAT_SHARE:
        return
    first, opening = rng.choice(_OPENINGS)
    second = Source.RIDER if first == Source.DRIVER else Source.DRIVER
    lines = [(first, opening), (second, rng.choice(_ANSWERS[second]))]
    if rng.random() < 0.4:
        lines.append((first, rng.choice(_CLOSINGS)))
    gap = (arrived - accepted) / (len(lines) + 1)
    for number, (source, message) in enumerate(lines, 1):
        at = accepted + gap * number
        trip.builder.rows[ChatMessage].append(
            ChatMessage(
                booking_id=trip.booking.pk,
                driver_id=driver.user.pk,
                source=source,
                message=message,
                client_id=f"past-{trip.booking.pk}-{number}",
                created_at=at,
                delivered_at=at + timedelta(seconds=1),
                read_at=at + timedelta(seconds=rng.uniform(2, 30)),
            )
        )
