"""The demo city: OpenStreetMap data of the Isle of Wight from a PyPI wheel.

The data is © OpenStreetMap contributors, under the Open Database License (ODbL) 1.0.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from embedded.wheels import extract_member

REQUIREMENT = "osm-feature-extractor==0.3.0"
MEMBER = "osm_feature_extractor/data/osm/isle-of-wight-latest.osm.pbf"
SHA256 = "81d69208"
NAME = "Isle of Wight"


def extract_path(state_dir: Path) -> Path:
    return state_dir / "maps" / "isle-of-wight.osm.pbf"


def ensure_extract(state_dir: Path) -> Path:
    """Return the path of the .osm.pbf, downloaded with pip on first use."""
    target = extract_path(state_dir)
    if not _is_complete(target):
        extract_member(REQUIREMENT, MEMBER, target, sha256=SHA256)
    return target


def _is_complete(target: Path) -> bool:
    return target.exists() and hashlib.sha256(target.read_bytes()).hexdigest().startswith(SHA256)
