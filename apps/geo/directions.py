"""Routes and places for the API and other apps, with the error codes of the specification."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from django.utils.translation import gettext_lazy as _

from apps.core.errors import NotFound, Unavailable, Unprocessable
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
from apps.geo.providers.maps import maps


def route_between(pickup: LatLng, drop: LatLng) -> Route:
    """Return the fastest route from pickup to drop-off.

    Raises no_route_found, place_to_coords_error (a point without a road) or maps_unavailable.
    """
    with _specified_errors():
        return maps().routing.route(pickup, drop)


def matrix_between(sources: Sequence[LatLng], destinations: Sequence[LatLng]) -> Matrix:
    """Return times and distances between all sources and destinations; None without a route. Raises
    maps_unavailable.
    """
    with _specified_errors():
        return maps().routing.matrix(sources, destinations)


def drive_between(start: LatLng, end: LatLng) -> Leg:
    """Return length and duration of the fastest route; raises as `route_between`."""
    with _specified_errors():
        return maps().routing.drive_time(start, end)


def route_through(points: Sequence[LatLng]) -> Route:
    """Return the fastest route through two or more points in order; raises as `route_between`."""
    with _specified_errors():
        return maps().routing.route_through(points)


def places_like(
    text: str, *, near: LatLng | None = None, country: str | None = None, session: str | None = None
) -> list[PlaceSuggestion]:
    """Return suggestions for a partial text, best first; raises maps_unavailable."""
    with _specified_errors():
        return maps().places.autocomplete(text, near=near, country=country, session=session)


def place_by_id(place_id: str, *, session: str | None = None) -> Place:
    """Return the place of a suggestion; raises place_to_coords_error or maps_unavailable."""
    with _specified_errors():
        return maps().places.place(place_id, session=session)


def place_at(at: LatLng) -> Place:
    """Return the place at a point; raises maps_unavailable."""
    with _specified_errors():
        return maps().places.reverse(at)


@contextmanager
def _specified_errors() -> Iterator[None]:
    try:
        yield
    except NoRoute as error:
        # Document 1 specifies this message.
        raise Unprocessable("no_route_found", "No Route Found") from error
    except NotOnNetwork as error:
        raise Unprocessable(
            "place_to_coords_error", _("No road leads to this place. Choose another place nearby.")
        ) from error
    except NoSuchPlace as error:
        raise NotFound("place_to_coords_error", _("We couldn't find this place.")) from error
    except MapsError as error:
        raise Unavailable("maps_unavailable", _("The map service isn't responding. Try again.")) from error
