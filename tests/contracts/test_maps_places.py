"""The contract of places adapters, run against the local index and fakes of the others."""

import time
import uuid
from typing import Any

import pytest
from django.utils import translation

from apps.geo.geometry.sphere import great_circle_km
from apps.geo.port import LatLng, Match, NoSuchPlace, NotOffered, Refused, Retryable
from tests.contracts.conftest import PLACES, PlacesCase
from tests.contracts.test_maps_routing import FAILURES
from tests.fakes.maps.fixtures import HIGH_STREET
from tests.fakes.maps.google import FakeGoogle

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("island")]

NEWPORT = LatLng(50.7004, -1.2952)
NOWHERE = LatLng(10.0, 10.0)


def supports_search(places_case: PlacesCase) -> bool:
    """Return whether the provider allows autocomplete."""
    return places_case.name != "nominatim"


def test_partial_text_finds_the_place_and_returns_the_match(places_case: PlacesCase) -> None:
    if not supports_search(places_case):
        return
    first = places_case.places.autocomplete("High", near=NEWPORT, country="GB")[0]
    assert first.main_text == "High Street"
    assert first.description.startswith("High Street, Newport")
    assert first.secondary_text.startswith("Newport")
    # The match starts at 0, also where the provider omits zeros.
    assert first.main_text_matches == (Match(0, 4),)


def test_suggestion_is_found_by_its_id(places_case: PlacesCase) -> None:
    if not supports_search(places_case):
        return
    suggestion = places_case.places.autocomplete("high street", near=NEWPORT)[0]
    place = places_case.places.place(suggestion.place_id)
    assert great_circle_km(place.at, HIGH_STREET) < 0.2
    assert "High Street" in place.description
    assert place.place_id == suggestion.place_id


def test_place_id_of_reverse_geocoding_is_found(places_case: PlacesCase) -> None:
    named = places_case.places.reverse(HIGH_STREET)
    assert named.place_id is not None
    place = places_case.places.place(named.place_id)
    assert great_circle_km(place.at, HIGH_STREET) < 0.2
    assert isinstance(place.at.lat, float)


def test_country_restricts_suggestions(places_case: PlacesCase) -> None:
    if not supports_search(places_case):
        return
    assert places_case.places.autocomplete("high street", country="FI") == []
    assert places_case.places.autocomplete("high street", country="gb")
    assert places_case.places.autocomplete("high street")


def test_suggestions_respect_the_limit_and_do_not_repeat(places_case: PlacesCase) -> None:
    if not supports_search(places_case):
        return
    found = places_case.places.autocomplete("high", limit=1)
    assert len(found) == 1
    everything = [one.description for one in places_case.places.autocomplete("high")]
    assert len(everything) == len(set(everything))


@pytest.mark.parametrize("typed", ["", " ", "h", "!?", "\x00"])
def test_blank_or_too_short_text_sends_no_request(typed: str, places_case: PlacesCase) -> None:
    if not supports_search(places_case):
        return
    assert places_case.places.autocomplete(typed) == []
    assert places_case.fake is None or places_case.fake.seen == []


def test_unknown_text_finds_nothing(places_case: PlacesCase) -> None:
    if supports_search(places_case):
        assert places_case.places.autocomplete("qqqxyzzy") == []


@pytest.mark.parametrize(
    "place_id",
    ["nosuchplace", "", "..", "a/../b", "W99", "ChIJ_gone", "x" * 3000, "%00", "ä", "WzUwLDEsIngiXQ:forged"],
)
def test_unknown_id_raises_no_such_place(place_id: str, places_case: PlacesCase) -> None:
    with pytest.raises(NoSuchPlace):
        places_case.places.place(place_id)
    if places_case.fake:
        places_case.fake.rejected.clear()


def test_reverse_geocoding_keeps_the_coordinates(places_case: PlacesCase) -> None:
    at = LatLng(HIGH_STREET.lat + 0.00005, HIGH_STREET.lng)
    named = places_case.places.reverse(at)
    assert "Newport" in named.description
    assert named.at == at


def test_point_without_a_name_is_described_by_its_coordinates(places_case: PlacesCase) -> None:
    named = places_case.places.reverse(NOWHERE)
    assert (named.place_id, named.description, named.at) == (None, "10.00000, 10.00000", NOWHERE)


def test_names_are_in_the_users_language(faked_places: PlacesCase) -> None:
    with translation.override("ar"):
        assert "الشارع الرئيسي" in faked_places.places.reverse(HIGH_STREET).description
        if supports_search(faked_places):
            assert faked_places.places.autocomplete("الشارع")[0].main_text == "الشارع الرئيسي"
        if faked_places.known_id:
            assert "نيوبورت" in faked_places.places.place(faked_places.known_id).description


@pytest.mark.parametrize("failure", FAILURES)
def test_server_failure_is_retryable(failure: str, faked_places: PlacesCase) -> None:
    fake, places = faked_places.fake, faked_places.places
    assert fake is not None
    calls: list[Any] = []
    if faked_places.name != "google":
        # Google's new API has no reverse geocoding; the adapter calls the legacy server.
        calls.append(lambda: places.reverse(HIGH_STREET))
    if supports_search(faked_places) and (faked_places.name, failure) != ("google", "unknown shape"):
        # Google returns an object without suggestions when nothing matches.
        calls.append(lambda: places.autocomplete("high street"))
    if faked_places.known_id:
        calls.append(lambda: places.place(faked_places.known_id))
    for fetch in calls:
        fake.fail_next(*[FAILURES[failure]] * 2)
        began = time.monotonic()
        with pytest.raises(Retryable):
            fetch()
        assert time.monotonic() - began < 1.4
        fake.failures.clear()


@pytest.mark.parametrize("name", PLACES)
def test_refused_connection_is_retryable(name: str) -> None:
    with pytest.raises(Retryable):
        PLACES[name]("http://127.0.0.1:9", "http://127.0.0.1:9").reverse(HIGH_STREET)


def test_nominatim_does_not_offer_autocomplete() -> None:
    from tests.contracts.conftest import fake_places

    with fake_places("nominatim") as nominatim:
        with pytest.raises(NotOffered):
            nominatim.places.autocomplete("high street")
        assert nominatim.fake is not None
        assert nominatim.fake.seen == []


def test_photon_and_nominatim_receive_our_user_agent() -> None:
    from tests.contracts.conftest import AGENT, fake_places

    for name in ("photon", "nominatim"):
        with fake_places(name) as found:
            found.places.reverse(HIGH_STREET)
            assert found.fake is not None
            assert found.fake.seen[0].headers["user-agent"] == AGENT


def test_google_search_is_charged_once_per_session() -> None:
    from tests.contracts.conftest import fake_places

    session = str(uuid.uuid4())
    with fake_places("google") as google:
        fake = google.fake
        assert isinstance(fake, FakeGoogle)
        for typed in ("hi", "high", "high str"):
            suggestion = google.places.autocomplete(typed, session=session)[0]
        google.places.place(suggestion.place_id, session=session)
        assert fake.billed == [session]
        assert [request.body["sessionToken"] for request in fake.seen[:3]] == [session] * 3
        # The token is invalid after the session has ended.
        with pytest.raises(Refused):
            google.places.autocomplete("high", session=session)


def test_users_position_is_sent_to_the_provider() -> None:
    from tests.contracts.conftest import fake_places

    with (
        fake_places("google") as google,
        fake_places("photon") as photon,
        fake_places("google_legacy") as legacy,
    ):
        for found in (google, photon, legacy):
            assert found.places.autocomplete("high", near=NEWPORT)
        assert google.fake is not None
        assert photon.fake is not None
        assert legacy.fake is not None
        circle = google.fake.seen[0].body["locationBias"]["circle"]
        assert circle["center"] == {"latitude": NEWPORT.lat, "longitude": NEWPORT.lng}
        assert photon.fake.seen[0].param("lat") == "50.700400"
        assert legacy.fake.seen[0].param("location") == "50.7004000,-1.2952000"


@pytest.mark.parametrize("name", ["google", "google_legacy"])
def test_invalid_api_key_is_retryable(name: str) -> None:
    from apps.geo.adapters.google import GooglePlaces, GoogleRouting
    from apps.geo.adapters.google_legacy import GoogleLegacyPlaces, GoogleLegacyRouting
    from tests.contracts.conftest import FAKES

    with FAKES[name]() as fake:
        calls: list[Any] = (
            [
                lambda: GooglePlaces(key="wrong", places_url=fake.url, maps_url=fake.url).autocomplete(
                    "high"
                ),
                lambda: GoogleRouting(key="wrong", routes_url=fake.url).route(HIGH_STREET, NEWPORT),
                lambda: GoogleRouting(key="wrong", routes_url=fake.url).matrix([HIGH_STREET], [NEWPORT]),
            ]
            if name == "google"
            else [
                lambda: GoogleLegacyPlaces(key="wrong", maps_url=fake.url).reverse(HIGH_STREET),
                lambda: GoogleLegacyRouting(key="wrong", maps_url=fake.url).route(HIGH_STREET, NEWPORT),
            ]
        )
        for fetch in calls:
            with pytest.raises(Retryable):
                fetch()
        assert len(fake.rejected) == len(calls)
