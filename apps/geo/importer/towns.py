"""Finds the settlement of a position."""

from collections import Counter
from collections.abc import Iterable

from apps.geo.folding import fold
from apps.geo.importer.findings import Found, Spot
from apps.geo.importer.grid import Grid

# The range in km of a settlement's name; of several, the one with the smallest relative distance wins.
_REACH = {"city": 9.0, "town": 3.0, "village": 1.5, "suburb": 1.2, "hamlet": 0.8, "quarter": 0.8}
MAX_KM = 30.0
MIN_MENTIONS = 3
"""A town tagged in fewer addresses that is no mapped settlement counts as a tagging error."""


class Towns:
    def __init__(self, settlements: Iterable[Found], addresses: Iterable[Found]) -> None:
        self._grid: Grid[Found] = Grid(0.05)
        names: set[str] = set()
        for settlement in settlements:
            if settlement.tags["place"] in _REACH:
                self._grid.add(settlement.spot, settlement)
                names.add(fold(settlement.tags["name"]))
        mentions = Counter(fold(_tagged_city(address)) for address in addresses)
        self._known = names | {city for city, count in mentions.items() if count >= MIN_MENTIONS}

    def of_address(self, found: Found) -> str:
        """Return the tagged town of an address if it is known, otherwise that of its position."""
        city = _tagged_city(found)
        return city if city and fold(city) in self._known else self.at(found.spot)

    def at(self, spot: Spot) -> str:
        """Return the settlement around a position, or ""."""
        for km in (4.0, MAX_KM):
            around = [
                (distance / _REACH[settlement.tags["place"]], settlement.tags["name"])
                for distance, settlement in self._grid.near(spot, km)
            ]
            # A city beyond the first radius may still be the better match.
            if around and (km == MAX_KM or min(around)[0] * max(_REACH.values()) <= km * 3):
                return min(around)[1]
        return ""


def _tagged_city(found: Found) -> str:
    tags = found.tags
    for key in ("addr:city", "addr:town", "addr:village", "addr:hamlet", "addr:suburb"):
        if key in tags:
            return tags[key]
    return ""
