"""Routes and places for the API and for the apps above, with refusals in the documents' words."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from django.utils.translation import gettext_lazy as _

from apps.core.errors import NotFound, Unavailable, Unprocessable
from apps.geo.maps import maps
from apps.geo.port import (
    LatLng,
    Leg,
    MapsError,
    Matrix,
    NoRoute,
    NoSuchPlace,
    NotOnNetwork,
    Place,
    PlaceSuggestion,
    Route,
)


def route_between(pickup: LatLng, drop: LatLng) -> Route:
    """The fastest drive from pickup to drop.

    Raises no_route_found, place_to_coords_error (a point that no road reaches) or maps_unavailable.
    """
    with _in_the_documents_words():
        return maps().routing.route(pickup, drop)


def matrix_between(sources: Sequence[LatLng], destinations: Sequence[LatLng]) -> Matrix:
    """Every source to every destination, None where no road leads; raises maps_unavailable."""
    with _in_the_documents_words():
        return maps().routing.matrix(sources, destinations)


def drive_between(start: LatLng, end: LatLng) -> Leg:
    """How far and how long the fastest drive is; raises what `route_between` does."""
    with _in_the_documents_words():
        return maps().routing.drive_time(start, end)


def route_through(points: Sequence[LatLng]) -> Route:
    """The fastest drive through two or more points in their order; raises what `route_between` does."""
    with _in_the_documents_words():
        return maps().routing.route_through(points)


def places_like(
    text: str, *, near: LatLng | None = None, country: str | None = None, session: str | None = None
) -> list[PlaceSuggestion]:
    """What a half-typed text may mean, best first; raises maps_unavailable."""
    with _in_the_documents_words():
        return maps().places.autocomplete(text, near=near, country=country, session=session)


def place_by_id(place_id: str, *, session: str | None = None) -> Place:
    """The place of a suggestion; raises place_to_coords_error or maps_unavailable."""
    with _in_the_documents_words():
        return maps().places.place(place_id, session=session)


def place_at(at: LatLng) -> Place:
    """What people call this point; raises maps_unavailable."""
    with _in_the_documents_words():
        return maps().places.reverse(at)


@contextmanager
def _in_the_documents_words() -> Iterator[None]:
    try:
        yield
    except NoRoute as error:
        # Document 1 fixes this sentence.
        raise Unprocessable("no_route_found", "No Route Found") from error
    except NotOnNetwork as error:
        raise Unprocessable(
            "place_to_coords_error", _("No road leads to this place. Choose another place nearby.")
        ) from error
    except NoSuchPlace as error:
        raise NotFound("place_to_coords_error", _("We couldn't find this place.")) from error
    except MapsError as error:
        raise Unavailable("maps_unavailable", _("The map service isn't responding. Try again.")) from error
