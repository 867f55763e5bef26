"""Topics as named by clients, with the permissions of the REST API."""

import re
from typing import Final

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.accounts.staff_roles.access import staff_may
from apps.accounts.staff_roles.areas import Area
from apps.bookings.selectors import booking_visible_to
from apps.realtime.frames import RefusalCode

BOOKING: Final = re.compile(r"booking:([1-9][0-9]{0,17})")
RANK: Final = re.compile(r"rank:[1-9][0-9]{0,17}")
# The client names its own user's or fleet's topic by the first part only.
OWN: Final = {"user": "me", "tasks": "tasks", "fleet": "fleet", "bookings": "bookings", "cases": "cases"}


class TopicRefused(Exception):
    def __init__(self, code: RefusalCode) -> None:
        super().__init__(code)
        self.code = code


def topic_for(user: User, name: str) -> str:
    """Return the topic that `name` means for this user; queries the database. Raises TopicRefused."""
    match name:
        case "me":
            return personal_topic(user.pk)
        case "settings":
            return "settings"
        case "tasks":
            if user.user_type == UserType.DRIVER:
                return f"tasks:{user.pk}"
        case "fleet" | "bookings" | "cases":
            if staff_may(user, Area.CASES if name == "cases" else Area.BOOKINGS):
                return name
            if user.user_type == UserType.FLEET_ADMIN:
                return f"{name}:{user.pk}"
        case "ranks":
            if staff_may(user, Area.FLEET):
                return name
        case _ if RANK.fullmatch(name):
            # Its events name only the rank.
            if user.user_type == UserType.DRIVER or staff_may(user, Area.FLEET):
                return name
        case _:
            booking_id = booking_of(name)
            if booking_id is None:
                raise TopicRefused("unknown_topic")
            if booking_visible_to(user, booking_id) is None:
                raise TopicRefused("not_found")
            return name
    raise TopicRefused("forbidden")


def personal_topic(user_id: int) -> str:
    return f"user:{user_id}"


def booking_of(topic: str) -> int | None:
    """Return the booking's id of a topic, or None."""
    match = BOOKING.fullmatch(topic)
    return int(match[1]) if match else None


def client_name(topic: str) -> str:
    """Return the client's name of a topic."""
    first, colon, _ = topic.partition(":")
    return OWN.get(first, topic) if colon else topic
