"""Checks of the zones that an admin saves: simple polygons, clear names, and none in use is lost.

Only saving checks them: a published tariff, which never changes, still prices trips by the zones it has.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from apps.fares.tariff_engine.rules import Rule, Tariff, Zone

MAX_CORNERS: Final = 2000
"""Of a ring; more makes the search for crossing edges slow."""

Corner = tuple[float, float]
Edge = tuple[Corner, Corner]


def zone_problems(tariff: Tariff, stored: Mapping[str, Any]) -> dict[str, str]:
    """Return a sentence for the path of each zone that is wrong; stored zones are not checked again."""
    problems: dict[str, str] = {}
    names: dict[str, str] = {}
    for name, zone in tariff.zones.items():
        folded = name.strip().casefold()
        if zone.model_dump(mode="json", exclude_defaults=True) != stored.get(name):
            if folded in names:
                problems[f"zones.{name}"] = _("The zone “%(name)s” has the same name.") % {
                    "name": names[folded]
                }
            problems |= dict(_ring_problems(name, zone))
        names.setdefault(folded, name)
    return problems


def removed_zone_problems(document: Any, stored: Mapping[str, Any]) -> dict[str, str]:
    """Return the path of each stored zone that a document leaves out although its rules name it.

    The document is not valid then, so it is read as it came.
    """
    if not isinstance(document, dict) or not isinstance(document.get("rules"), list):
        return {}
    zones = document.get("zones", {})
    if not isinstance(zones, dict):
        return {}
    removed = [name for name in stored if name not in zones]
    if not removed:
        return {}
    rules = [rule for rule in map(_rule_of, document["rules"]) if rule]
    users = {name: [rule.name for rule in rules if name in zones_of(rule)] for name in removed}
    return {
        f"zones.{name}": _("These rules use the zone: %(rules)s.") % {"rules": ", ".join(named)}
        for name, named in users.items()
        if named
    }


def zones_of(rule: Rule) -> set[str]:
    """Return the names of the zones that a rule names."""
    when = rule.when
    pairs = [name for pair in when.zone_pairs for name in (pair.pickup, pair.drop)]
    return {*when.pickup_zones, *when.drop_zones, *when.zones, *pairs}


def _rule_of(values: Any) -> Rule | None:
    try:
        return Rule.model_validate(values)
    except ValueError:
        return None


def _ring_problems(name: str, zone: Zone) -> Iterator[tuple[str, str]]:
    for number, ring in enumerate(zone.rings):
        corners = ring[:-1] if ring[0] == ring[-1] else ring
        path = f"zones.{name}.rings[{number}]"
        if len(set(corners)) < 3:
            yield path, _("An area has at least three different corners.")
        elif len(corners) > MAX_CORNERS:
            yield path, _("An area has at most %(number)d corners.") % {"number": MAX_CORNERS}
        elif crosses_itself(corners):
            yield path, _("The outline crosses itself.")
        elif not _doubled_area(corners):
            yield path, _("All corners are on one line.")


def crosses_itself(corners: list[Corner]) -> bool:
    """Return whether two edges of a ring cross; edges that only touch do not."""
    edges = [(a, b) for a, b in zip(corners, (*corners[1:], corners[0]), strict=True) if a != b]
    edges.sort(key=lambda edge: min(edge[0][0], edge[1][0]))
    near: list[Edge] = []
    for edge in edges:
        west = min(edge[0][0], edge[1][0])
        # Edges that end further west cannot meet this or a later one.
        near = [other for other in near if max(other[0][0], other[1][0]) >= west]
        if any(_cross(edge, other) for other in near):
            return True
        near.append(edge)
    return False


def _cross(one: Edge, other: Edge) -> bool:
    (a, b), (c, d) = one, other
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Corner, b: Corner, at: Corner) -> int:
    turn = (b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0])
    return (turn > 0) - (turn < 0)


def _doubled_area(corners: list[Corner]) -> float:
    # From the first corner, so that small areas far from 0, 0 keep their digits.
    west, south = corners[0]
    return sum(
        (a[0] - west) * (b[1] - south) - (b[0] - west) * (a[1] - south)
        for a, b in zip(corners, (*corners[1:], corners[0]), strict=True)
    )
