"""Maps OpenStreetMap tags to the layers and kinds of the Protomaps schema."""

from collections.abc import Mapping
from typing import Final, NamedTuple

Tags = Mapping[str, str]


class Drawn(NamedTuple):
    """A feature of a layer, its minimum zoom and its properties."""

    layer: str
    min_zoom: int
    properties: dict[str, str | int]


_ROADS: Final = {
    "motorway": ("highway", 3),
    "trunk": ("major_road", 5),
    "primary": ("major_road", 7),
    "secondary": ("major_road", 9),
    "tertiary": ("major_road", 10),
    "residential": ("minor_road", 11),
    "unclassified": ("minor_road", 11),
    "living_street": ("minor_road", 12),
    "road": ("minor_road", 12),
    "service": ("minor_road", 13),
    "pedestrian": ("path", 13),
    "track": ("other", 13),
    "busway": ("other", 13),
    "footway": ("path", 14),
    "path": ("path", 14),
    "cycleway": ("path", 14),
    "bridleway": ("path", 14),
    "steps": ("path", 14),
}
_RAILS: Final = {"rail": 9, "light_rail": 11, "narrow_gauge": 11, "tram": 12, "subway": 12, "funicular": 12}
_WATERWAYS: Final = {"river": 9, "canal": 11, "stream": 13}

# In this order of keys: a school's grass is drawn as the school.
_LAND: Final[tuple[tuple[str, dict[str, tuple[str, int]]], ...]] = (
    ("aeroway", {"aerodrome": ("aerodrome", 9)}),
    ("amenity", {
        "hospital": ("hospital", 11), "school": ("school", 12), "college": ("college", 12),
        "university": ("university", 11), "grave_yard": ("cemetery", 12),
    }),
    ("leisure", {
        "park": ("park", 10), "golf_course": ("golf_course", 10), "nature_reserve": ("nature_reserve", 9),
        "garden": ("park", 13), "playground": ("playground", 13), "pitch": ("grass", 13),
        "recreation_ground": ("recreation_ground", 12), "common": ("park", 11),
    }),
    ("landuse", {
        "forest": ("forest", 9), "cemetery": ("cemetery", 11), "industrial": ("industrial", 11),
        "military": ("military", 10), "recreation_ground": ("recreation_ground", 12),
        "village_green": ("village_green", 12), "grass": ("grass", 13), "meadow": ("grassland", 11),
        "allotments": ("allotments", 13), "residential": ("residential", 10), "quarry": ("quarry", 12),
    }),
    ("natural", {
        "wood": ("wood", 9), "scrub": ("scrub", 11), "heath": ("scrub", 11), "grassland": ("grassland", 11),
        "beach": ("beach", 11), "sand": ("sand", 11), "shingle": ("beach", 12),
    }),
    ("man_made", {"pier": ("pier", 12)}),
    ("highway", {"pedestrian": ("pedestrian", 13)}),
)  # fmt: skip
_SETTLEMENTS: Final = {
    "city": 5,
    "town": 8,
    "suburb": 11,
    "village": 10,
    "quarter": 12,
    "neighbourhood": 13,
    "hamlet": 12,
}
_WATER_NAMES: Final = {"bay": 11, "strait": 9}


def _names(tags: Tags) -> dict[str, str | int]:
    """Return the name in all languages, because the map uses the viewer's."""
    return {key: value for key, value in tags.items() if key == "name" or key.startswith("name:")}


def classify_way(tags: Tags) -> Drawn | None:
    """Classify a line: road, railway, pier or waterway."""
    highway = tags.get("highway", "").removesuffix("_link")
    if highway in _ROADS:
        kind, zoom = _ROADS[highway]
        properties: dict[str, str | int] = {"kind": kind, "kind_detail": highway, **_names(tags)}
        if "ref" in tags:
            properties["ref"] = tags["ref"]
        return Drawn("roads", max(zoom, 9) if "_link" in tags["highway"] else zoom, properties)
    railway = tags.get("railway", "")
    if railway in _RAILS:
        zoom = max(_RAILS[railway], 13) if "service" in tags else _RAILS[railway]
        return Drawn("roads", zoom, {"kind": "rail", "kind_detail": railway})
    if tags.get("aeroway") in ("runway", "taxiway"):
        return Drawn("roads", 10, {"kind": "other", "kind_detail": tags["aeroway"]})
    if tags.get("man_made") == "pier":
        return Drawn("roads", 12, {"kind": "path", "kind_detail": "pier", **_names(tags)})
    waterway = tags.get("waterway", "")
    if waterway in _WATERWAYS and tags.get("tunnel", "no") == "no":
        return Drawn("water", _WATERWAYS[waterway], {"kind": waterway, **_names(tags)})
    return None


def classify_area(tags: Tags) -> Drawn | None:
    """Classify an area: building, water or land use."""
    if tags.get("building", "no") != "no":
        return Drawn("buildings", 13, {"kind": "building"})
    if tags.get("natural") == "water" or tags.get("waterway") in ("riverbank", "dock"):
        return Drawn("water", 8, {"kind": tags.get("water", "lake")})
    if tags.get("landuse") in ("reservoir", "basin"):
        return Drawn("water", 9, {"kind": "lake"})
    for key, kinds in _LAND:
        zoomed_kind = kinds.get(tags.get(key, ""))
        if zoomed_kind is not None:
            return Drawn("landuse", zoomed_kind[1], {"kind": zoomed_kind[0]})
    return None


def classify_node(tags: Tags) -> Drawn | None:
    """Classify a label: settlement or part of the sea."""
    if "name" not in tags:
        return None
    place = tags.get("place", "")
    if place in _SETTLEMENTS:
        zoom = _SETTLEMENTS[place]
        properties: dict[str, str | int] = {"kind": "locality", "kind_detail": place, "min_zoom": zoom}
        if tags.get("population", "").isdigit():
            properties["population"] = int(tags["population"])
        return Drawn("places", zoom, {**properties, **_names(tags)})
    natural = tags.get("natural", "")
    if natural in _WATER_NAMES:
        return Drawn("water", _WATER_NAMES[natural], {"kind": natural, **_names(tags)})
    return None
