"""Who may have a push message sent to whom, told by the bookings, which stand above this app."""

from collections.abc import Callable

Acquaintance = Callable[[int, int], bool]

_acquaintance: Acquaintance | None = None


def register_acquaintance(acquaintance: Acquaintance) -> None:
    """Called once, when the bookings app is ready."""
    global _acquaintance
    _acquaintance = acquaintance


def have_business(user_id: int, other_id: int) -> bool:
    """Whether the two are the parties of one trip of these days."""
    if _acquaintance is None:
        raise RuntimeError("the bookings app has not registered itself")
    return _acquaintance(user_id, other_id)
