"""How people write the address that Photon gives in parts."""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Label(NamedTuple):
    main: str
    secondary: str

    @property
    def whole(self) -> str:
        return ", ".join(part for part in self if part)


def label_of(properties: Mapping[str, Any]) -> Label:
    """The name, or the house in its street; then what lies around it, from near to far, each once."""

    def part(name: str) -> str:
        return str(properties.get(name) or "").strip()

    house = " ".join(word for word in (part("housenumber"), part("street")) if word)
    town = part("city") or part("locality") or part("district") or part("county")
    with_postcode = " ".join(word for word in (town, part("postcode")) if word)
    parts = [part("name"), house, with_postcode, part("state"), part("country")]
    # A town is not in itself.
    if part("name") == town:
        parts[2] = part("postcode")
    chosen = list(dict.fromkeys(text for text in parts if text))
    return Label(chosen[0], ", ".join(chosen[1:])) if chosen else Label("", "")
