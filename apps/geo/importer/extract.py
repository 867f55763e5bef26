"""Fetches the extract, from a path or a URL."""

import hashlib
from pathlib import Path
from urllib.parse import urlsplit

import httpx

from apps.geo.importer.errors import ImportFailed
from apps.geo.importer.progress import Progress

CHUNK = 1 << 20


def is_url(source: str) -> bool:
    return urlsplit(source).scheme in ("http", "https")


def fetch_extract(source: str, folder: Path, progress: Progress) -> Path:
    """Return the local path of the extract, downloaded into `folder` if it is a URL."""
    if not is_url(source):
        path = Path(source).expanduser()
        if not path.is_file():
            raise ImportFailed(f"{path} is not a file.")
        return path
    target = folder / "extract.osm.pbf"
    with progress.step(f"Fetching {source}"):
        try:
            _download(source, target, progress)
        except httpx.HTTPError as error:
            raise ImportFailed(f"{source} could not be fetched: {error}") from error
    return target


def _download(source: str, target: Path, progress: Progress) -> None:
    timeout = httpx.Timeout(30, read=60)
    with httpx.stream("GET", source, timeout=timeout, follow_redirects=True) as response:
        response.raise_for_status()
        total = int(response.headers.get("Content-Length", 0))
        received, reported = 0, 0
        with target.open("wb") as output:
            for chunk in response.iter_bytes(CHUNK):
                output.write(chunk)
                received += len(chunk)
                if received - reported >= 32 * CHUNK:
                    reported = received
                    share = f" of {total / 1e6:,.0f}" if total else ""
                    progress.say(f"  {received / 1e6:,.0f}{share} MB")


def sha256_of(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            digest.update(chunk)
    return digest.hexdigest()
