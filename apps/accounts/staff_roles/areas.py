"""The areas of the back office and the levels of a role in each, declared once.

The API, the form, the menu and the tests read them from here.
"""

from collections.abc import Mapping
from typing import Final

from django.db.models import TextChoices
from django.utils.translation import pgettext_lazy


class Area(TextChoices):
    """A part of the back office for which a role has one level."""

    BOOKINGS = "bookings"
    PEOPLE = "people"
    FLEET = "fleet"
    TARIFFS = "tariffs"
    MONEY = "money"
    APPROVALS = "approvals"
    REPORTS = "reports"
    CASES = "cases"
    CONTENT = "content"
    SETTINGS = "settings"
    STAFF = "staff"
    AUDIT = "audit"
    REGISTER = "register"


class Level(TextChoices):
    """What a role may do in an area; each level includes the one before."""

    NONE = "none"
    VIEW = "view"
    CHANGE = "change"


READ_LEVELS: Final = Level.choices[:2]
"""The levels of the areas in which nothing can be changed."""
RANK: Final[Mapping[str, int]] = {level.value: place for place, level in enumerate(Level)}

Permissions = Mapping[str, str]
"""Level by area; a missing area is `none`."""

READ_ONLY: Final = frozenset({Area.REPORTS, Area.AUDIT})
"""Areas in which nothing can be changed."""
EVERYTHING: Final[Permissions] = {
    area.value: (Level.VIEW if area in READ_ONLY else Level.CHANGE).value for area in Area
}
"""The permissions of owners: admins without a role."""


class BuiltIn(TextChoices):
    """The roles of a new installation; their names are translated until an admin renames them."""

    DISPATCHER = "dispatcher", pgettext_lazy("staff role", "Dispatcher")
    SUPPORT = "support", pgettext_lazy("staff role", "Support")
    ACCOUNTANT = "accountant", pgettext_lazy("staff role", "Accountant")
    INSPECTOR = "inspector", pgettext_lazy("staff role", "Inspector")


def is_allowed(permissions: Permissions, area: str, level: str) -> bool:
    """Return whether the permissions include the level in the area."""
    return RANK.get(permissions.get(area, Level.NONE), 0) >= RANK[level]


def covers(ours: Permissions, theirs: Permissions) -> bool:
    """Return whether `ours` includes everything that `theirs` allows."""
    return all(is_allowed(ours, area, theirs.get(area, Level.NONE)) for area in Area.values)


def all_levels(permissions: Permissions) -> dict[str, str]:
    """Return the level of every area."""
    return {area: permissions.get(area, Level.NONE.value) for area in Area.values}


def stored(permissions: Permissions) -> dict[str, str]:
    """Return the permissions as they are stored: in the order of the areas, without `none`."""
    return {
        area: permissions[area] for area in Area.values if permissions.get(area, Level.NONE) != Level.NONE
    }
