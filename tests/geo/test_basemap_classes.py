import pytest

from apps.geo.importer.classes import classify_area, classify_node, classify_way


@pytest.mark.parametrize(
    ("tags", "layer", "kind", "detail"),
    [
        ({"highway": "motorway_link"}, "roads", "highway", "motorway"),
        ({"highway": "trunk"}, "roads", "major_road", "trunk"),
        ({"highway": "residential"}, "roads", "minor_road", "residential"),
        ({"highway": "service"}, "roads", "minor_road", "service"),
        ({"highway": "footway"}, "roads", "path", "footway"),
        ({"railway": "rail"}, "roads", "rail", "rail"),
        ({"man_made": "pier"}, "roads", "path", "pier"),
        ({"waterway": "river"}, "water", "river", None),
    ],
)
def test_lines_become_roads_rails_and_rivers(
    tags: dict[str, str], layer: str, kind: str, detail: str | None
) -> None:
    drawn = classify_way(tags)
    assert drawn is not None
    assert (drawn.layer, drawn.properties["kind"]) == (layer, kind)
    assert drawn.properties.get("kind_detail") == detail


def test_names_are_stored_in_every_language() -> None:
    drawn = classify_way({"highway": "primary", "name": "Strand", "name:ar": "ستراند", "ref": "A3020"})
    assert drawn is not None
    assert drawn.properties["name:ar"] == "ستراند"
    assert drawn.properties["ref"] == "A3020"


@pytest.mark.parametrize(
    ("tags", "layer", "kind"),
    [
        ({"building": "yes"}, "buildings", "building"),
        ({"building": "no", "leisure": "park"}, "landuse", "park"),
        ({"natural": "water"}, "water", "lake"),
        ({"landuse": "meadow"}, "landuse", "grassland"),
        ({"amenity": "school", "landuse": "grass"}, "landuse", "school"),
    ],
)
def test_areas_become_buildings_water_and_land(tags: dict[str, str], layer: str, kind: str) -> None:
    drawn = classify_area(tags)
    assert drawn is not None
    assert (drawn.layer, drawn.properties["kind"]) == (layer, kind)


def test_towns_are_shown_before_hamlets() -> None:
    town, hamlet = (classify_node({"place": place, "name": "X"}) for place in ("town", "hamlet"))
    assert town is not None
    assert hamlet is not None
    assert town.min_zoom < hamlet.min_zoom
    assert town.properties["kind"] == "locality"


@pytest.mark.parametrize(
    "tags", [{}, {"name": "X"}, {"place": "town"}, {"highway": "proposed"}, {"landuse": "x"}]
)
def test_other_tags_are_not_drawn(tags: dict[str, str]) -> None:
    assert classify_node(tags) is None
    assert classify_way(tags) is None
    assert classify_area(tags) is None
