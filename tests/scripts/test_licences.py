"""The report of licences names every component, and those whose licence must be read."""

from typing import Any

import pytest

from scripts.licences import licences_of, report


def component(name: str, *licences: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "version": "1.0", "licenses": list(licences)}


@pytest.mark.parametrize(
    ("licence", "names"),
    [
        ({"license": {"id": "MIT"}}, {"MIT"}),
        ({"expression": "Apache-2.0 AND (MIT OR CC0-1.0)"}, {"Apache-2.0", "MIT", "CC0-1.0"}),
        ({"license": {"name": "License :: OSI Approved :: BSD License"}}, {"BSD"}),
        (
            {"license": {"name": "License :: Other/Proprietary License"}},
            {"License :: Other/Proprietary License"},
        ),
    ],
)
def test_licence_is_read_from_id_expression_or_classifier(licence: dict[str, Any], names: set[str]) -> None:
    assert licences_of(component("one", licence)) == names


def test_report_lists_components_by_licence_and_names_unread_ones() -> None:
    boms = [
        {"components": [component("a", {"license": {"id": "MIT"}}), component("b")]},
        {"components": [component("c", {"license": {"id": "AGPL-3.0-only"}}), component("react-leaflet")]},
    ]
    text, unread = report(boms)
    assert unread == ["b 1.0: no licence", "c 1.0: AGPL-3.0-only"]
    assert "| MIT | a 1.0 |" in text
    assert "| Hippocratic-2.1 | react-leaflet 1.0 |" in text
    assert "| unknown | b 1.0 |" in text
