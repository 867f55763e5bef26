from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """One fact for one person, worded in their language: what every channel carries."""

    user_id: int
    key: str
    occasion: str
    screen: str
    title: str
    msg: str
    data: dict[str, Any]
