"""`manage.py doctor` checks the imported map and the route provider."""

import pytest

from apps.core.diagnosis.registry import Level, findings_of
from apps.geo.diagnosis import MAPS
from apps.geo.models import MapRegion
from apps.geo.port import Leg, MapsError, NoRoute, NotOnNetwork, Retryable
from apps.geo.providers.maps import using_maps

pytestmark = pytest.mark.django_db


class Router:
    """A route provider with one answer."""

    def __init__(self, answer: Leg | MapsError) -> None:
        self.answer = answer

    def drive_time(self, start: object, end: object) -> Leg:
        if isinstance(self.answer, MapsError):
            raise self.answer
        return self.answer


def levels(answer: Leg | MapsError | None = None) -> list[tuple[Level, str]]:
    with using_maps(routing=Router(answer or NoRoute())):  # type: ignore[arg-type]  # the method that is used
        return [(finding.level, finding.text) for finding in findings_of(MAPS)]


def test_platform_without_a_map_is_an_error() -> None:
    MapRegion.objects.all().delete()
    assert levels() == [(Level.ERROR, "No map has been imported.")]


def test_imported_map_with_a_router_is_ok(island: None) -> None:
    region = MapRegion.objects.get(current=True)
    assert levels() == [
        (Level.OK, f"{region.name}: places: {region.place_count}."),
        (Level.OK, "The route provider responds."),
    ]


@pytest.mark.parametrize(
    ("answer", "level", "text"),
    [
        (Retryable("timeout"), Level.ERROR, "The route provider does not respond: timeout"),
        (NotOnNetwork(), Level.WARNING, "The route provider knows no road at the centre of the map."),
        (NoRoute(), Level.OK, "The route provider responds."),
    ],
)
def test_answer_of_the_router(island: None, answer: MapsError, level: Level, text: str) -> None:
    assert levels(answer)[-1] == (level, text)


def test_files_of_another_import_are_an_error(island: None) -> None:
    MapRegion.objects.update(version="older")
    (text,) = [text for level, text in levels() if level == Level.ERROR]
    assert text.endswith(", the places in the database of version older.")
