"""Formats the address parts that Photon returns."""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Label(NamedTuple):
    main: str
    secondary: str

    @property
    def whole(self) -> str:
        return ", ".join(part for part in self if part)


def label_of(properties: Mapping[str, Any]) -> Label:
    """Return the name or the house, then its surroundings from near to far, without repeats."""

    def part(name: str) -> str:
        return str(properties.get(name) or "").strip()

    house = " ".join(word for word in (part("housenumber"), part("street")) if word)
    town = part("city") or part("locality") or part("district") or part("county")
    with_postcode = " ".join(word for word in (town, part("postcode")) if word)
    parts = [part("name"), house, with_postcode, part("state"), part("country")]
    # A settlement is not listed as its own surroundings.
    if part("name") == town:
        parts[2] = part("postcode")
    parts_shown = list(dict.fromkeys(text for text in parts if text))
    return Label(parts_shown[0], ", ".join(parts_shown[1:])) if parts_shown else Label("", "")
