"""The objects found by the scan, before they become rows of the place index."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

Tags = Mapping[str, str]
Spot = tuple[float, float]
"""Latitude, longitude."""

STREETS: Final = {
    "motorway": 0.5, "trunk": 0.5, "primary": 0.5, "secondary": 0.48, "tertiary": 0.46, "unclassified": 0.42,
    "residential": 0.44, "living_street": 0.44, "pedestrian": 0.46, "road": 0.4, "service": 0.34,
    "track": 0.3, "busway": 0.3, "footway": 0.26, "path": 0.24, "cycleway": 0.24, "bridleway": 0.22,
    "steps": 0.22,
}  # fmt: skip
"""Searchable kinds of ways, with their importance."""

SETTLEMENTS: Final = {
    "city": 1.0, "town": 0.92, "suburb": 0.74, "village": 0.8, "quarter": 0.68, "neighbourhood": 0.62,
    "hamlet": 0.7, "island": 0.75, "islet": 0.5, "isolated_dwelling": 0.4, "farm": 0.4, "locality": 0.36,
    "square": 0.5,
}  # fmt: skip

# The first key of an object decides; "*" matches any other value, None excludes it.
_POIS: Final[tuple[tuple[str, dict[str, float | None]], ...]] = (
    ("railway", {"station": 0.78, "halt": 0.7, "tram_stop": 0.5, "subway_entrance": 0.4}),
    ("aeroway", {"aerodrome": 0.78, "terminal": 0.78, "heliport": 0.4}),
    ("public_transport", {"station": 0.76}),
    ("amenity", {
        "ferry_terminal": 0.78, "bus_station": 0.75, "hospital": 0.74, "university": 0.7, "college": 0.62,
        "townhall": 0.6, "theatre": 0.6, "cinema": 0.6, "school": 0.56, "library": 0.56, "police": 0.54,
        "marketplace": 0.54, "courthouse": 0.54, "post_office": 0.5, "restaurant": 0.48, "pub": 0.48,
        "cafe": 0.46, "bar": 0.46, "nightclub": 0.48, "fuel": 0.46, "pharmacy": 0.46, "bank": 0.46,
        "place_of_worship": 0.46, "parking": 0.4, "post_box": None, "telephone": None, "bench": None,
        "toilets": None, "recycling": None, "waste_basket": None, "shelter": None, "grit_bin": None,
        "atm": None, "vending_machine": None, "*": 0.42,
    }),
    ("tourism", {
        "attraction": 0.64, "theme_park": 0.66, "museum": 0.62, "zoo": 0.64, "hotel": 0.58, "hostel": 0.52,
        "guest_house": 0.5, "viewpoint": 0.46, "information": None, "artwork": None, "*": 0.48,
    }),
    ("shop", {"supermarket": 0.56, "mall": 0.6, "department_store": 0.56, "vacant": None, "*": 0.44}),
    ("leisure", {
        "stadium": 0.62, "marina": 0.58, "sports_centre": 0.56, "golf_course": 0.54, "park": 0.54,
        "nature_reserve": 0.44, "garden": 0.4, "pitch": 0.34, "playground": 0.34, "*": 0.44,
    }),
    ("historic", {"castle": 0.66, "monument": 0.5, "memorial": 0.34, "*": 0.42}),
    ("man_made", {"pier": 0.62, "lighthouse": 0.56, "windmill": 0.5, "works": 0.46}),
    ("healthcare", {"*": 0.46}),
    ("natural", {"beach": 0.56, "peak": 0.42, "bay": 0.44, "cliff": 0.36}),
    ("office", {"*": 0.42}),
    ("craft", {"*": 0.42}),
    ("landuse", {
        "retail": 0.5, "industrial": 0.48, "commercial": 0.48, "cemetery": 0.46, "farmyard": 0.4,
        "residential": 0.4, "allotments": 0.34, "harbour": 0.5,
    }),
    ("building", {"*": 0.36}),
)  # fmt: skip


def poi_importance(tags: Tags) -> float | None:
    """Return the importance of a named object as a ride's destination, or None."""
    for key, kinds in _POIS:
        if key in tags:
            value = kinds.get(tags[key], kinds.get("*"))
            if value is not None:
                return min(value + 0.1, 1.0) if "wikidata" in tags or "wikipedia" in tags else value
            if tags[key] in kinds:
                return None
    return None


@dataclass(slots=True)
class Found:
    """An object with a name or an address."""

    key: str
    """The OpenStreetMap id, such as n26559675 or w4301."""
    tags: Tags
    spot: Spot


@dataclass(slots=True)
class FoundStreet:
    key: str
    name: str
    other_names: str
    highway: str
    line: list[Spot]


@dataclass(slots=True)
class Findings:
    """Collects the objects of a scan."""

    settlements: list[Found] = field(default_factory=list)
    pois: list[Found] = field(default_factory=list)
    addresses: list[Found] = field(default_factory=list)
    streets: list[FoundStreet] = field(default_factory=list)
    countries: Counter[str] = field(default_factory=Counter)

    def take_node(self, node: Any, tags: Tags) -> None:
        if _is_searchable(tags):
            self._take(f"n{node.id}", tags, (node.lat, node.lon))

    def take_way(self, way: Any, tags: Tags) -> None:
        highway = tags.get("highway", "").removesuffix("_link")
        if highway in STREETS and "name" in tags:
            line = [(node.lat, node.lon) for node in way.nodes if node.location.valid()]
            if line:
                self.streets.append(FoundStreet(f"w{way.id}", tags["name"], other_names(tags), highway, line))
        elif not way.is_closed() and tags.get("man_made") == "pier" and "name" in tags:
            middle = way.nodes[len(way.nodes) // 2]
            self._take(f"w{way.id}", tags, (middle.lat, middle.lon))

    def take_area(self, area: Any, tags: Tags) -> Spot | None:
        """Add an area and return its position, or None if it is not searchable."""
        if not _is_searchable(tags) or ("highway" in tags and tags["highway"] in STREETS):
            return None
        spot = _middle(area)
        self._take(f"{'w' if area.from_way() else 'r'}{area.orig_id()}", tags, spot)
        return spot

    def _take(self, key: str, tags: Tags, spot: Spot) -> None:
        found = Found(key, tags, spot)
        if "addr:country" in tags:
            self.countries[tags["addr:country"].upper()[:2]] += 1
        if "name" in tags and tags.get("place") in SETTLEMENTS:
            self.settlements.append(found)
            return
        if "addr:housenumber" in tags or "addr:housename" in tags:
            self.addresses.append(found)
        if "name" in tags and poi_importance(tags) is not None:
            self.pois.append(found)


def other_names(tags: Tags) -> str:
    """Return further names that users may type."""
    keys = (
        "alt_name",
        "old_name",
        "loc_name",
        "short_name",
        "official_name",
        "name:en",
        "int_name",
        "operator",
    )
    return " ".join(tags[key] for key in keys if key in tags)


def _is_searchable(tags: Tags) -> bool:
    return "name" in tags or "addr:housenumber" in tags or "addr:housename" in tags


def _middle(area: Any) -> Spot:
    """Return the mean of the outer corners: cheap, and inside of almost all shapes."""
    lats: list[float] = []
    lngs: list[float] = []
    for ring in area.outer_rings():
        for node in ring:
            lats.append(node.lat)
            lngs.append(node.lon)
    # The first corner is repeated at the end.
    return sum(lats[1:]) / (len(lats) - 1), sum(lngs[1:]) / (len(lngs) - 1)
