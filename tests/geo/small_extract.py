"""An extract of one town, small enough to import in a second: three streets, two houses, a pub."""

from pathlib import Path
from typing import Any

import osmium
from osmium.osm.mutable import Node, Way

WEST, SOUTH, EAST, NORTH = 24.90, 60.15, 24.98, 60.20


def write_small_extract(path: Path, *, name: str = "Tinytown") -> Path:
    """Write an .osm.pbf to the path."""
    header = osmium.io.Header()
    header.add_box(osmium.osm.Box(WEST, SOUTH, EAST, NORTH))
    with osmium.SimpleWriter(str(path), header=header, overwrite=True) as writer:
        for number, (lat, lng, tags) in enumerate(_nodes(name), start=1):
            writer.add_node(Node(id=number, location=(lng, lat), tags=tags, version=1))
        for number, (nodes, tags) in enumerate(_ways(), start=1):
            writer.add_way(Way(id=number, nodes=nodes, tags=tags, version=1))
    return path


def _nodes(name: str) -> list[tuple[float, float, dict[str, str]]]:
    grid: list[tuple[float, float, dict[str, str]]] = [
        (60.16 + 0.01 * row, 24.92 + 0.01 * column, {}) for row in range(3) for column in range(3)
    ]
    return [
        *grid,
        (60.1701, 24.9301, {"place": "town", "name": name}),
        (60.1605, 24.925, {"addr:housenumber": "7", "addr:street": "Käsityöläiskatu", "addr:city": name,
                           "addr:postcode": "00100", "addr:country": "FI"}),
        (60.1606, 24.935, {"addr:housenumber": "12", "addr:street": "Käsityöläiskatu"}),
        (60.1705, 24.925, {"amenity": "pub", "name": "The Anchor, \"Old\"\nInn"}),
    ]  # fmt: skip


def _ways() -> list[tuple[list[int], dict[str, Any]]]:
    return [
        ([1, 2, 3], {"highway": "residential", "name": "Käsityöläiskatu"}),
        ([4, 5, 6], {"highway": "primary", "name": "Main Street"}),
        ([7, 8, 9], {"highway": "residential", "name": "North Road"}),
        ([1, 4, 7], {"highway": "residential"}),
        ([3, 6, 9], {"highway": "residential"}),
        ([2, 3, 6, 5, 2], {"landuse": "grass"}),
    ]
