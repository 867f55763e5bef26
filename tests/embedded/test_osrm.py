"""The embedded OSRM with the roads of the demo city."""

import json
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from embedded.errors import EmbeddedError
from embedded.osrm import Osrm
from embedded.ports import free_port
from tests.servers import HOME

# Newport to Ryde.
ROUTE = "/route/v1/driving/-1.2930,50.7000;-1.1620,50.7300?overview=false"
ATLANTIC = "/route/v1/driving/-30.0,45.0;-31.0,45.0?overview=false"


def test_route_from_newport_to_ryde(osrm_url: str) -> None:
    with urllib.request.urlopen(osrm_url + ROUTE) as answer:
        route = json.load(answer)["routes"][0]
    assert 10_000 < route["distance"] < 16_000
    assert 600 < route["duration"] < 1_800


def test_point_far_from_every_road_has_no_route(osrm_url: str) -> None:
    with pytest.raises(urllib.error.HTTPError) as refusal:
        urllib.request.urlopen(osrm_url + ATLANTIC)
    assert json.load(refusal.value)["code"] == "NoSegment"


def test_table_of_a_thousand_places_is_accepted(osrm_url: str) -> None:
    coordinates = ";".join(["-1.2930,50.7000"] * 1000)
    with urllib.request.urlopen(f"{osrm_url}/table/v1/driving/{coordinates}?sources=0") as answer:
        assert len(json.load(answer)["durations"][0]) == 1000


def test_start_without_an_import_names_the_command(tmp_path: Path) -> None:
    server = Osrm(HOME, tmp_path, port=free_port(), log=tmp_path / "osrm.log")
    with pytest.raises(EmbeddedError, match=r"run manage\.py import_map first"):
        server.start()
