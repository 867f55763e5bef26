"""Which town, village or suburb a spot belongs to, as its people would say."""

from collections import Counter
from collections.abc import Iterable

from apps.geo.folding import fold
from apps.geo.importer.findings import Found, Spot
from apps.geo.importer.grid import Grid

# How far, in km, a settlement's name carries; of two, the one deeper within its reach wins.
_REACH = {"city": 9.0, "town": 3.0, "village": 1.5, "suburb": 1.2, "hamlet": 0.8, "quarter": 0.8}
FARTHEST_KM = 30.0
LEAST_MENTIONS = 3
"""Fewer addresses than this in a town that no settlement is named after are taken for a slip."""


class Towns:
    def __init__(self, settlements: Iterable[Found], addresses: Iterable[Found]) -> None:
        self._grid: Grid[Found] = Grid(0.05)
        names: set[str] = set()
        for settlement in settlements:
            if settlement.tags["place"] in _REACH:
                self._grid.add(settlement.spot, settlement)
                names.add(fold(settlement.tags["name"]))
        mentions = Counter(fold(_tagged_city(address)) for address in addresses)
        self._known = names | {city for city, count in mentions.items() if count >= LEAST_MENTIONS}

    def of_address(self, found: Found) -> str:
        """The town of the address as tagged, when it is one; else that of the spot."""
        city = _tagged_city(found)
        return city if city and fold(city) in self._known else self.at(found.spot)

    def at(self, spot: Spot) -> str:
        """The settlement around a spot, "" far from any."""
        for km in (4.0, FARTHEST_KM):
            around = [
                (distance / _REACH[settlement.tags["place"]], settlement.tags["name"])
                for distance, settlement in self._grid.near(spot, km)
            ]
            # A city farther off than the first look reaches may still be the better name.
            if around and (km == FARTHEST_KM or min(around)[0] * max(_REACH.values()) <= km * 3):
                return min(around)[1]
        return ""


def _tagged_city(found: Found) -> str:
    tags = found.tags
    for key in ("addr:city", "addr:town", "addr:village", "addr:hamlet", "addr:suburb"):
        if key in tags:
            return tags[key]
    return ""
