from collections.abc import Callable
from pathlib import Path

import pytest
from django.http import Http404, HttpResponse
from django.test import Client, RequestFactory

from apps.geo.tiles.range_files import MAX_UNSTREAMED, ServedFile, serve_ranges

CONTENT = bytes(range(256)) * 40
Get = Callable[..., HttpResponse]


@pytest.fixture
def get(tmp_path: Path) -> Get:
    """get(method="GET", query, Header=value) from a view of CONTENT."""
    file = tmp_path / "x.pmtiles"
    file.write_bytes(CONTENT)
    view = serve_ranges(lambda: ServedFile(file, "v1", "application/vnd.pmtiles"))

    def get(method: str = "GET", query: str = "", **headers: str) -> HttpResponse:
        request = RequestFactory().generic(
            method,
            f"/x.pmtiles{query}",
            headers={name.replace("_", "-"): text for name, text in headers.items()},
        )
        return view(request)  # type: ignore[return-value]

    return get


@pytest.mark.parametrize(
    ("range_header", "start", "end"),
    [
        ("bytes=0-6", 0, 7),
        ("bytes=100-199", 100, 200),
        ("bytes=10000-", 10000, 10240),
        ("bytes=-16", 10224, 10240),
        ("bytes=-999999", 0, 10240),
        ("bytes=10239-20000", 10239, 10240),
    ],
)
def test_range_is_206_with_exactly_those_bytes(range_header: str, start: int, end: int, get: Get) -> None:
    response = get(Range=range_header)
    assert response.status_code == 206
    assert response.content == CONTENT[start:end]
    assert response["Content-Range"] == f"bytes {start}-{end - 1}/10240"
    assert response["Content-Length"] == str(end - start)
    assert response["ETag"] == '"v1"'


@pytest.mark.parametrize("range_header", ["bytes=10240-", "bytes=99999-100000", "bytes=-0"])
def test_range_beyond_the_end_is_416(range_header: str, get: Get) -> None:
    response = get(Range=range_header)
    assert response.status_code == 416
    assert response["Content-Range"] == "bytes */10240"
    assert response.content == b""


@pytest.mark.parametrize(
    "range_header", ["", "bytes=", "bytes=-", "bytes=5-2", "bytes=0-1,4-5", "lines=0-5", "x"]
)
def test_invalid_range_gets_the_whole_file(range_header: str, get: Get) -> None:
    response = get(Range=range_header)
    assert response.status_code == 200
    assert response.content == CONTENT
    assert response["Accept-Ranges"] == "bytes"


def test_range_of_another_version_gets_the_whole_file(get: Get) -> None:
    assert get(Range="bytes=0-6", If_Range='"v0"').status_code == 200
    assert get(Range="bytes=0-6", If_Range='"v1"').status_code == 206


def test_known_version_is_304(get: Get) -> None:
    response = get(If_None_Match='W/"v1"')
    assert response.status_code == 304
    assert response.content == b""


def test_head_has_the_length_and_no_body(get: Get) -> None:
    response = get("HEAD")
    assert (response.status_code, response["Content-Length"], response.content) == (200, "10240", b"")


def test_post_is_refused(get: Get) -> None:
    assert get("POST").status_code == 405


def test_url_with_the_version_is_immutable(get: Get) -> None:
    assert "immutable" in get(query="?v=v1")["Cache-Control"]
    assert "no-cache" in get(query="?v=v0")["Cache-Control"]
    assert "no-cache" in get()["Cache-Control"]


def test_large_range_is_streamed_completely(tmp_path: Path) -> None:
    file = tmp_path / "large"
    content = CONTENT * 300
    assert len(content) > 2 * MAX_UNSTREAMED
    file.write_bytes(content)
    view = serve_ranges(lambda: ServedFile(file, "v1", "application/vnd.pmtiles"))
    response = view(RequestFactory().get("/large", headers={"Range": "bytes=5-"}))
    assert response.status_code == 206
    assert b"".join(response) == content[5:]


def test_missing_file_is_404(tmp_path: Path) -> None:
    gone = ServedFile(tmp_path / "gone", "v1", "x")
    for view in (serve_ranges(lambda: None), serve_ranges(lambda: gone)):
        with pytest.raises(Http404):
            view(RequestFactory().get("/x"))


@pytest.mark.django_db
def test_tiles_of_the_demo_city_are_served(client: Client, demo_map: Path) -> None:
    response = client.get("/maps/basemap.pmtiles", headers={"Range": "bytes=0-126"})
    assert response.status_code == 206
    assert response.content == (demo_map / "basemap.pmtiles").read_bytes()[:127]
    assert response["Content-Type"] == "application/vnd.pmtiles"
