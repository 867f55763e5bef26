"""The rule of who can send push messages to whom; the bookings app registers it."""

from collections.abc import Callable

Rule = Callable[[int, int], bool]

_rule: Rule | None = None


def register_recipient_rule(rule: Rule) -> None:
    """Register the rule; the bookings app does so once, when it is ready."""
    global _rule
    _rule = rule


def share_trip(user_id: int, other_id: int) -> bool:
    """Return whether the two users share a recent trip."""
    if _rule is None:
        raise RuntimeError("the bookings app has not registered itself")
    return _rule(user_id, other_id)
