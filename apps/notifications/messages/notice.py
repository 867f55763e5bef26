from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """A notification for one user in the user's language, as passed to every channel."""

    user_id: int
    key: str
    occasion: str
    screen: str
    title: str
    msg: str
    data: dict[str, Any]
