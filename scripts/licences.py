"""The licences of a release: which are accepted, and the report of `make sbom`."""

import re
from collections.abc import Iterable
from typing import Any, Final

ACCEPTED: Final = {
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSD",
    "CC-BY-4.0",
    "CC0-1.0",
    "ISC",
    "LGPL-3.0-only",
    "MIT",
    "MIT-0",
    "MIT-CMU",
    "MPL-2.0",
    "OFL-1.1",
    "PSF-2.0",
    "Python-2.0",
    "Zlib",
}
"""Licences that allow an operator to run, change and sell a service with the component.

Components under LGPL and MPL are used unchanged; who changes them publishes those changes.
"""
TROVE: Final = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}
"""Classifiers of PyPI, where a package has no SPDX expression."""
READ: Final = {
    "channels_redis": "BSD-3-Clause",
    "polyline": "MIT",
    "qrcode": "BSD-3-Clause",
    "uharfbuzz": "Apache-2.0",
    "uritemplate": "BSD-3-Clause OR Apache-2.0",
    # It forbids uses that violate human rights, so it is not an open-source licence by OSI's definition.
    "react-leaflet": "Hippocratic-2.1",
    "@react-leaflet/core": "Hippocratic-2.1",
}
"""Licences of packages that declare none or an unusual one, as read in the package's licence file."""


def licences_of(component: dict[str, Any]) -> set[str]:
    """Return the names of a component's licences; empty if none is known."""
    name = component["name"]
    if name in READ:
        return set(_names(READ[name]))
    found: set[str] = set()
    for choice in component.get("licenses", []):
        licence = choice.get("license", {})
        text = choice.get("expression") or licence.get("id") or licence.get("name", "")
        if text.startswith("License ::"):
            text = TROVE.get(text.rsplit(" :: ", 1)[-1], text)
            found.add(text)
        else:
            found.update(_names(text))
    return found


def _names(expression: str) -> list[str]:
    return [name for name in re.split(r"\s+(?:AND|OR|WITH)\s+|[()]", expression) if name]


def report(boms: Iterable[dict[str, Any]]) -> tuple[str, list[str]]:
    """Return the report in Markdown, and the components whose licences must be read."""
    by_licence: dict[str, list[str]] = {}
    unread = []
    for bom in boms:
        for component in bom["components"]:
            named = f"{component['name']} {component.get('version', '')}".strip()
            licences = licences_of(component)
            if component["name"] not in READ and (not licences or licences - ACCEPTED):
                unread.append(f"{named}: {', '.join(sorted(licences)) or 'no licence'}")
            for licence in licences or {"unknown"}:
                by_licence.setdefault(licence, []).append(named)
    lines = ["# Licences", "", "| Licence | Components |", "|---|---|"]
    lines += [f"| {licence} | {', '.join(sorted(names))} |" for licence, names in sorted(by_licence.items())]
    return "\n".join([*lines, ""]), sorted(unread)
