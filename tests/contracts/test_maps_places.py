"""What every places adapter promises, before the real index and before fakes of the others."""

import time
import uuid
from typing import Any

import pytest
from django.utils import translation

from apps.geo.geometry.sphere import great_circle_km
from apps.geo.port import LatLng, Match, NoSuchPlace, NotOffered, Refused, Retryable
from tests.contracts.conftest import PLACES, Placed
from tests.contracts.test_maps_routing import FAILURES
from tests.fakes.maps.fixtures import HIGH_STREET
from tests.fakes.maps.google import FakeGoogle

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("island")]

NEWPORT = LatLng(50.7004, -1.2952)
NOWHERE = LatLng(10.0, 10.0)


def searching(placed: Placed) -> bool:
    """Whether this provider may be asked at every letter."""
    return placed.name != "nominatim"


def test_a_half_typed_text_finds_the_place_and_shows_why(placed: Placed) -> None:
    if not searching(placed):
        return
    first = placed.places.autocomplete("High", near=NEWPORT, country="GB")[0]
    assert first.main_text == "High Street"
    assert first.description.startswith("High Street, Newport")
    assert first.secondary_text.startswith("Newport")
    # From the first letter on: a zero that is not written is a zero.
    assert first.main_text_matches == (Match(0, 4),)


def test_a_suggestion_is_found_by_its_id(placed: Placed) -> None:
    if not searching(placed):
        return
    suggestion = placed.places.autocomplete("high street", near=NEWPORT)[0]
    place = placed.places.place(suggestion.place_id)
    assert great_circle_km(place.at, HIGH_STREET) < 0.2
    assert "High Street" in place.description
    assert place.place_id == suggestion.place_id


def test_an_id_that_a_point_was_named_by_is_found_again(placed: Placed) -> None:
    named = placed.places.reverse(HIGH_STREET)
    assert named.place_id is not None
    place = placed.places.place(named.place_id)
    assert great_circle_km(place.at, HIGH_STREET) < 0.2
    assert isinstance(place.at.lat, float)


def test_the_country_restricts(placed: Placed) -> None:
    if not searching(placed):
        return
    assert placed.places.autocomplete("high street", country="FI") == []
    assert placed.places.autocomplete("high street", country="gb")
    assert placed.places.autocomplete("high street")


def test_the_limit_holds_and_nothing_comes_twice(placed: Placed) -> None:
    if not searching(placed):
        return
    found = placed.places.autocomplete("high", limit=1)
    assert len(found) == 1
    everything = [one.description for one in placed.places.autocomplete("high")]
    assert len(everything) == len(set(everything))


@pytest.mark.parametrize("typed", ["", " ", "h", "!?", "\x00"])
def test_a_text_that_means_nothing_asks_nobody(typed: str, placed: Placed) -> None:
    if not searching(placed):
        return
    assert placed.places.autocomplete(typed) == []
    assert placed.fake is None or placed.fake.seen == []


def test_a_text_that_nothing_begins_with_finds_nothing(placed: Placed) -> None:
    if searching(placed):
        assert placed.places.autocomplete("qqqxyzzy") == []


@pytest.mark.parametrize(
    "place_id",
    ["nosuchplace", "", "..", "a/../b", "W99", "ChIJ_gone", "x" * 3000, "%00", "ä", "WzUwLDEsIngiXQ:forged"],
)
def test_an_unknown_id_is_no_such_place(place_id: str, placed: Placed) -> None:
    with pytest.raises(NoSuchPlace):
        placed.places.place(place_id)
    if placed.fake:
        placed.fake.rejected.clear()


def test_a_point_is_named_and_stays_where_it_is(placed: Placed) -> None:
    at = LatLng(HIGH_STREET.lat + 0.00005, HIGH_STREET.lng)
    named = placed.places.reverse(at)
    assert "Newport" in named.description
    assert named.at == at


def test_a_point_that_nobody_has_a_name_for_is_its_coordinates(placed: Placed) -> None:
    named = placed.places.reverse(NOWHERE)
    assert (named.place_id, named.description, named.at) == (None, "10.00000, 10.00000", NOWHERE)


def test_names_are_in_the_readers_language(played_places: Placed) -> None:
    with translation.override("ar"):
        assert "الشارع الرئيسي" in played_places.places.reverse(HIGH_STREET).description
        if searching(played_places):
            assert played_places.places.autocomplete("الشارع")[0].main_text == "الشارع الرئيسي"
        if played_places.known_id:
            assert "نيوبورت" in played_places.places.place(played_places.known_id).description


@pytest.mark.parametrize("failure", FAILURES)
def test_every_failure_of_a_server_can_be_tried_again_elsewhere(failure: str, played_places: Placed) -> None:
    fake, places = played_places.fake, played_places.places
    assert fake is not None
    questions: list[Any] = []
    if played_places.name != "google":
        # Google's newer calls have no reverse: it is Geocoding's, at another server.
        questions.append(lambda: places.reverse(HIGH_STREET))
    if searching(played_places) and (played_places.name, failure) != ("google", "an unknown shape"):
        # There an object without suggestions means that nothing was found.
        questions.append(lambda: places.autocomplete("high street"))
    if played_places.known_id:
        questions.append(lambda: places.place(played_places.known_id))
    for fetch in questions:
        fake.will(*[FAILURES[failure]] * 2)
        began = time.monotonic()
        with pytest.raises(Retryable):
            fetch()
        assert time.monotonic() - began < 1.4
        fake.moods.clear()


@pytest.mark.parametrize("name", PLACES)
def test_nobody_listening_can_be_tried_again_elsewhere(name: str) -> None:
    with pytest.raises(Retryable):
        PLACES[name]("http://127.0.0.1:9", "http://127.0.0.1:9").reverse(HIGH_STREET)


def test_nominatim_is_never_asked_at_every_letter() -> None:
    from tests.contracts.conftest import played

    with played("nominatim") as nominatim:
        with pytest.raises(NotOffered):
            nominatim.places.autocomplete("high street")
        assert nominatim.fake is not None
        assert nominatim.fake.seen == []


def test_whoever_asks_photon_and_nominatim_says_who_it_is() -> None:
    from tests.contracts.conftest import AGENT, played

    for name in ("photon", "nominatim"):
        with played(name) as found:
            found.places.reverse(HIGH_STREET)
            assert found.fake is not None
            assert found.fake.seen[0].headers["user-agent"] == AGENT


def test_a_search_at_google_is_charged_once_by_its_session() -> None:
    from tests.contracts.conftest import played

    session = str(uuid.uuid4())
    with played("google") as google:
        fake = google.fake
        assert isinstance(fake, FakeGoogle)
        for typed in ("hi", "high", "high str"):
            suggestion = google.places.autocomplete(typed, session=session)[0]
        google.places.place(suggestion.place_id, session=session)
        assert fake.billed == [session]
        assert [asked.body["sessionToken"] for asked in fake.seen[:3]] == [session] * 3
        # The token of a search that ended is not one any more.
        with pytest.raises(Refused):
            google.places.autocomplete("high", session=session)


def test_somebody_near_is_told_to_the_provider() -> None:
    from tests.contracts.conftest import played

    with played("google") as google, played("photon") as photon, played("google_legacy") as legacy:
        for found in (google, photon, legacy):
            assert found.places.autocomplete("high", near=NEWPORT)
        assert google.fake is not None
        assert photon.fake is not None
        assert legacy.fake is not None
        circle = google.fake.seen[0].body["locationBias"]["circle"]
        assert circle["center"] == {"latitude": NEWPORT.lat, "longitude": NEWPORT.lng}
        assert photon.fake.seen[0].only("lat") == "50.700400"
        assert legacy.fake.seen[0].only("location") == "50.7004000,-1.2952000"


@pytest.mark.parametrize("name", ["google", "google_legacy"])
def test_a_key_that_is_not_valid_is_our_trouble_and_another_provider_may_answer(name: str) -> None:
    from apps.geo.adapters.google import GooglePlaces, GoogleRouting
    from apps.geo.adapters.google_legacy import GoogleLegacyPlaces, GoogleLegacyRouting
    from tests.contracts.conftest import FAKES

    with FAKES[name]() as fake:
        questions: list[Any] = (
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
        for fetch in questions:
            with pytest.raises(Retryable):
                fetch()
        assert len(fake.rejected) == len(questions)
