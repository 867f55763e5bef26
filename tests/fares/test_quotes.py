"""Quotes: signed, complete and short-lived."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal as D

import pytest
import time_machine
from django.core import signing
from hypothesis import given, settings
from hypothesis import strategies as st

from apps.core.errors import BadInput, Conflict
from apps.fares.estimates.quotes import (
    QUOTE_LIFETIME,
    Quote,
    Spot,
    expires_from_now,
    make_quote,
    read_quote,
    route_line,
)
from apps.geo.adapters.osrm import OsrmRouting
from apps.geo.providers.maps import using_maps

NOW = datetime(2026, 11, 21, 12, 0, 0, tzinfo=UTC)
QUOTE = Quote(
    pickup=Spot(50.7003, -1.2928, "St Thomas' Square, Newport, PO30 1SL"),
    drop=Spot(50.7595, -1.2984, "The Parade, Cowes, PO31 7QJ"),
    car_type_id=3,
    distance_km=D("7.512"),
    duration_seconds=912,
    convert_to_mile=False,
    decimals=2,
    trip_cost=D("56.15"),
    issued_for=None,
    expires_at=NOW + QUOTE_LIFETIME,
)


def refusal_of(quote_id: str, *, user_id: int | None = None) -> str:
    with pytest.raises((BadInput, Conflict)) as refusal:
        read_quote(quote_id, user_id=user_id)
    assert refusal.value.status == (409 if refusal.value.code == "quote_expired" else 400)
    return refusal.value.code


@time_machine.travel(NOW, tick=False)
def test_quote_is_read_back() -> None:
    assert read_quote(make_quote(QUOTE)) == QUOTE


@time_machine.travel(NOW, tick=False)
def test_quote_id_is_short_and_url_safe() -> None:
    quote_id = make_quote(QUOTE)
    assert len(quote_id) < 300
    assert set(quote_id) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_:.")


@settings(max_examples=100, deadline=None)
@given(
    lat=st.floats(-90, 90),
    lng=st.floats(-180, 180),
    add=st.text(min_size=1, max_size=300),
    cost=st.decimals(0, 10**12, places=4),
    km=st.decimals(0, 10**6, places=3),
    mile=st.booleans(),
    issued_for=st.none() | st.integers(1, 2**62),
)
def test_any_quote_is_read_back_unchanged(
    lat: float, lng: float, add: str, cost: D, km: D, mile: bool, issued_for: int | None
) -> None:
    spot = Spot(round(lat, 6), round(lng, 6), add)
    quote = replace(
        QUOTE,
        pickup=spot,
        trip_cost=cost,
        distance_km=km,
        convert_to_mile=mile,
        issued_for=issued_for,
        expires_at=expires_from_now(),
    )
    assert read_quote(make_quote(quote)) == quote


def test_quote_expires_after_ten_minutes() -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        quote_id = make_quote(replace(QUOTE, expires_at=expires_from_now()))
        clock.shift(timedelta(minutes=10) - timedelta(seconds=1))
        assert read_quote(quote_id).trip_cost == D("56.15")
        clock.shift(timedelta(seconds=1))
        assert refusal_of(quote_id) == "quote_expired"
        clock.shift(timedelta(days=400))
        assert refusal_of(quote_id) == "quote_expired"


@time_machine.travel(NOW, tick=False)
def test_changed_quote_is_invalid() -> None:
    quote_id = make_quote(QUOTE)
    for place in range(0, len(quote_id), 7):
        other = "A" if quote_id[place] != "A" else "B"
        assert refusal_of(quote_id[:place] + other + quote_id[place + 1 :]) == "quote_invalid"


@pytest.mark.parametrize(
    "text",
    ["", ":", "abc", "a:b", "." * 50, "ö:ö", "\x00", "9" * 100_000, "null", ".eJwLBQ:xyz"],
    ids=["empty", "colon", "word", "pair", "dots", "accents", "zero byte", "huge", "null", "zip"],
)
def test_invalid_text_is_not_a_quote(text: str) -> None:
    assert refusal_of(text) == "quote_invalid"


def test_other_signed_data_is_not_a_quote() -> None:
    assert refusal_of(signing.dumps([1, 2, 3])) == "quote_invalid"
    assert refusal_of(signing.Signer().sign_object([1, 2, 3])) == "quote_invalid"


@time_machine.travel(NOW, tick=False)
def test_quote_is_valid_for_its_user_only() -> None:
    own, visitors = make_quote(replace(QUOTE, issued_for=7)), make_quote(QUOTE)
    assert read_quote(own, user_id=7).issued_for == 7
    assert refusal_of(own, user_id=8) == "quote_invalid"
    # A visitor logs in and books the quote from before.
    assert read_quote(visitors, user_id=8) == QUOTE


def test_route_line_of_a_quote_is_requested_again(roads: OsrmRouting) -> None:
    assert route_line(QUOTE) == roads.route(QUOTE.pickup.at, QUOTE.drop.at).polyline != ""


def test_route_line_is_empty_without_routing() -> None:
    with using_maps(routing=OsrmRouting("http://127.0.0.1:9", timeout_seconds=0.2)):
        assert route_line(QUOTE) == ""
