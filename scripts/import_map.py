"""`make import-map EXTRACT=city.osm.pbf NAME="My City"`: imports the city for the next `make run`."""

import sys
from pathlib import Path

from scripts import bootstrap


def check_extract(extract: str) -> None:
    """Exit with a message if the file does not exist; the import downloads URLs."""
    if not extract or "://" in extract or Path(extract).is_file():
        return
    what = "is not a file" if Path(extract).exists() else "is not there"
    bootstrap.fail(f"{extract} {what}: EXTRACT must be an OpenStreetMap extract (.osm.pbf) or its URL.")


if __name__ == "__main__":
    check_extract(sys.argv[1] if len(sys.argv) > 1 else "")
    bootstrap.enter_environment("scripts.import_map", "requirements-servers.txt", node=False)

    from scripts.launch import import_map

    raise SystemExit(import_map())
