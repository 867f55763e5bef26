import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connections

from apps.geo.adapters.local import LocalPlaces
from apps.geo.importer.errors import ImportFailed
from apps.geo.importer.graph import osrm_tools
from apps.geo.importer.load import load_places
from apps.geo.importer.map_files import read_meta
from apps.geo.importer.progress import Progress
from apps.geo.importer.run import import_map, name_of
from apps.geo.models import MapRegion, Place
from tests.geo.small_extract import EAST, NORTH, SOUTH, WEST, write_small_extract
from tests.servers import HOME, ROOT

Import = Callable[..., list[str]]


@pytest.fixture
def map_dir(tmp_path: Path) -> Path:
    return tmp_path / "maps" / "current"


@pytest.fixture
def town(tmp_path: Path) -> Path:
    return write_small_extract(tmp_path / "tiny-town-latest.osm.pbf")


@pytest.fixture
def run(map_dir: Path, demo_map: Path, monkeypatch: pytest.MonkeyPatch) -> Import:
    """Return run(extract, ...), which imports with the real tools and returns the progress messages."""
    monkeypatch.setenv("OSRM_BIN_DIR", str(HOME / "osrm/osrm/bin"))

    def run(
        extract: Path | str, *, name: str | None = None, files_only: bool = False, if_missing: bool = False
    ) -> list[str]:
        messages: list[str] = []
        import_map(
            str(extract),
            map_dir=map_dir,
            name=name,
            files_only=files_only,
            if_missing=if_missing,
            progress=Progress(messages.append),
        )
        return messages

    return run


def built(messages: list[str]) -> bool:
    return any("Drawing the basemap" in line for line in messages)


@pytest.mark.django_db
def test_extract_becomes_a_map(town: Path, map_dir: Path, run: Import) -> None:
    assert built(run(town))
    meta = read_meta(map_dir)
    assert meta is not None
    assert (meta.name, meta.country) == ("Tiny Town", "FI")
    assert meta.bbox == pytest.approx((WEST, SOUTH, EAST, NORTH))
    assert meta.center == pytest.approx((60.1701, 24.9301))
    assert (meta.attribution, meta.licence) == ("© OpenStreetMap contributors", "ODbL 1.0")
    assert (map_dir / "basemap.pmtiles").read_bytes()[:7] == b"PMTiles"
    assert (map_dir / "region.osrm.mldgr").exists()
    assert not (map_dir / "work").exists()
    region = MapRegion.objects.get(current=True)
    assert (region.name, region.version) == ("Tiny Town", meta.version)
    assert Place.objects.count() == region.place_count == meta.place_count


@pytest.mark.django_db
def test_addresses_follow_the_countrys_format(town: Path, run: Import) -> None:
    run(town)
    (suggestion, *_) = LocalPlaces().autocomplete("kasityolaiskatu 7")
    assert suggestion.description == "Käsityöläiskatu 7, 00100 Tinytown"
    assert [(match.offset, match.length) for match in suggestion.main_text_matches] == [(0, 15), (16, 1)]


@pytest.mark.django_db
def test_name_with_quotes_and_a_line_break_is_unchanged(town: Path, run: Import) -> None:
    run(town)
    (suggestion, *_) = LocalPlaces().autocomplete("anchor old inn")
    assert suggestion.main_text == 'The Anchor, "Old" Inn'


@pytest.mark.django_db
def test_same_extract_is_not_built_twice_and_ids_are_stable(town: Path, map_dir: Path, run: Import) -> None:
    run(town)
    before, ids = map_dir.resolve(), set(Place.objects.values_list("pk", flat=True))
    Place.objects.all().delete()
    MapRegion.objects.all().delete()
    assert not built(run(town))
    assert map_dir.resolve() == before
    assert set(Place.objects.values_list("pk", flat=True)) == ids


@pytest.mark.django_db
def test_another_extract_replaces_the_map_and_the_old_one_stays_once(
    town: Path, map_dir: Path, run: Import, tmp_path: Path
) -> None:
    run(town)
    first = map_dir.resolve()
    run(write_small_extract(tmp_path / "second.osm.pbf", name="Secondtown"))
    second = map_dir.resolve()
    # osrm-routed may still be reading the first.
    assert first.exists()
    assert second != first
    assert not Place.objects.filter(main_text="Tinytown").exists()
    assert MapRegion.objects.get(current=True).name == "Second"
    run(write_small_extract(tmp_path / "third.osm.pbf", name="Thirdtown"))
    assert not first.exists()
    assert second.exists()


@pytest.mark.django_db
def test_map_of_another_link_is_not_deleted(town: Path, map_dir: Path, run: Import, tmp_path: Path) -> None:
    run(town)
    other = map_dir.with_name("demo")
    other.symlink_to(map_dir.resolve().name)
    for number in range(2):
        run(write_small_extract(tmp_path / "more.osm.pbf", name=f"Town {number}"))
    assert read_meta(other) is not None


@pytest.mark.django_db
def test_if_missing_keeps_the_existing_map(town: Path, map_dir: Path, run: Import, tmp_path: Path) -> None:
    run(town)
    before = map_dir.resolve()
    other = write_small_extract(tmp_path / "other.osm.pbf", name="Other")
    assert not built(run(other, if_missing=True))
    assert map_dir.resolve() == before
    assert MapRegion.objects.get(current=True).name == "Tiny Town"
    # Files without places: the places are loaded.
    MapRegion.objects.all().delete()
    run(other, if_missing=True)
    assert MapRegion.objects.get(current=True).name == "Tiny Town"


def test_files_only_needs_no_database(town: Path, map_dir: Path, run: Import) -> None:
    run(town, files_only=True)
    assert read_meta(map_dir) is not None


@pytest.mark.django_db
@pytest.mark.parametrize(
    "content", [b"", b"this is no map", b"\x00\x00\x00\x0d\x0a\x09OSMHeader" + b"x" * 90]
)
def test_broken_extract_leaves_the_map_unchanged(
    content: bytes, town: Path, map_dir: Path, run: Import, tmp_path: Path
) -> None:
    run(town)
    before, places = map_dir.resolve(), Place.objects.count()
    broken = tmp_path / "broken.osm.pbf"
    broken.write_bytes(content)
    with pytest.raises(ImportFailed):
        run(broken)
    assert map_dir.resolve() == before
    assert Place.objects.count() == places
    assert [entry.name for entry in map_dir.parent.iterdir() if entry.name.startswith(".building")] == []


def test_missing_tools_are_named(
    town: Path, map_dir: Path, run: Import, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OSRM_BIN_DIR", str(tmp_path))
    with pytest.raises(ImportFailed, match="osrm-extract"):
        run(town, files_only=True)
    assert not map_dir.exists()


def test_without_any_tools_the_variable_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("OSRM_BIN_DIR", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ImportFailed, match="set OSRM_BIN_DIR"):
        osrm_tools()


def test_map_dir_that_is_a_folder_is_refused(town: Path, map_dir: Path, run: Import) -> None:
    map_dir.mkdir(parents=True)
    with pytest.raises(ImportFailed, match="must be a symlink"):
        run(town, files_only=True)


@pytest.mark.parametrize("source", ["nowhere.osm.pbf", "http://127.0.0.1:9/x.osm.pbf"])
def test_unavailable_extract_is_one_clear_error(source: str) -> None:
    with pytest.raises(CommandError, match=r"nowhere|could not be fetched"):
        call_command("import_map", source, "--files-only")


@pytest.mark.django_db(transaction=True)
def test_searches_see_the_old_places_until_all_new_ones_are_loaded(
    town: Path, map_dir: Path, run: Import, tmp_path: Path
) -> None:
    run(town)
    run(write_small_extract(tmp_path / "second.osm.pbf", name="Secondtown"), files_only=True)
    meta = read_meta(map_dir)
    assert meta is not None
    # The file is truncated, so the load fails after some rows.
    folder = tmp_path / "cut"
    folder.mkdir()
    for name in ("places.csv.gz", "street_points.csv.gz"):
        (folder / name).write_bytes((map_dir / name).read_bytes()[:-9])
    with pytest.raises(EOFError):
        load_places(folder, meta)
    assert MapRegion.objects.get(current=True).name == "Tiny Town"
    assert Place.objects.filter(main_text="Tinytown").exists()
    assert not Place.objects.filter(main_text="Secondtown").exists()
    connections.close_all()


def test_next_import_removes_the_files_of_a_killed_one(town: Path, map_dir: Path, run: Import) -> None:
    left_over = map_dir.parent / ".building-killed"
    left_over.mkdir(parents=True)
    (left_over / "roads.geojsonl").write_text("{")
    run(town, files_only=True)
    assert not left_over.exists()


def test_command_runs(town: Path, map_dir: Path, demo_map: Path) -> None:
    environment = os.environ | {"MAP_DIR": str(map_dir), "OSRM_BIN_DIR": str(HOME / "osrm/osrm/bin")}
    command = [sys.executable, "manage.py", "import_map", str(town), "--name", "Town", "--files-only"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert "The map is Town" in done.stdout
    assert " s] Reading the extract: done in" in done.stdout


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("/maps/isle-of-wight-latest.osm.pbf", "Isle of Wight"),
        ("https://download.example/europe/monaco-261120.osm.pbf?x=1", "Monaco"),
        ("Helsinki.osm.pbf", "Helsinki"),
    ],
)
def test_region_is_named_after_its_file(source: str, name: str) -> None:
    assert name_of(source) == name
