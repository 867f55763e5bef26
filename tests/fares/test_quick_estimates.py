"""Estimates ahead of Django equal those by Django, and everything unusual is Django's."""

import gzip
import json
import logging
from collections.abc import Iterator
from typing import Any

import brotli
import psycopg
import pytest
from django.conf import settings

from apps.accounts.authentication import REFRESH_CLAIM
from apps.accounts.choices import UserType
from apps.accounts.login.tokens import AccessToken
from apps.accounts.models import DeviceSession, User
from apps.accounts.services.sessions import end_session_of_device, renew_session, start_session
from apps.core.http.quick.frames import Frames, Heading
from apps.core.monitoring import metrics
from apps.core.rate_limits.throttles import ScopedThrottle
from apps.fares.car_types import offered
from apps.fares.estimates.quotes import read_quote
from apps.fares.models import CarType
from apps.geo.adapters.osrm import OsrmRouting
from apps.geo.providers.maps import using_maps
from config.asgi import QUICK
from tests.fares.conftest import PutOnline
from tests.fares.estimates import COWES, NEWPORT
from tests.fares.quick import PATH, Platform, running

pytestmark = pytest.mark.django_db(transaction=True)

TRIP = {"pickup": NEWPORT, "drop": COWES}


@pytest.fixture
def platform(economy: CarType, roads: OsrmRouting) -> Iterator[Platform]:
    with running(QUICK) as both:
        yield both


@pytest.fixture
def token(ada: User) -> str:
    return start_session(user_id=ada.pk).access


def learn(platform: Platform, **options: Any) -> None:
    """Let Django answer first, from whose reply the headers of the following ones are taken."""
    assert not platform.is_quick(TRIP, **options)


def assert_equal(platform: Platform, body: Any, **options: Any) -> int:
    """Compare both replies; returns the status."""
    quick = platform.send(body, **options)
    by_django = platform.send(body, by="django", **options)
    assert quick.without_times() == by_django.without_times()
    return quick.status


USUAL: list[dict[str, Any]] = [
    {},
    {"pickup": NEWPORT | {"lat": 50.70000000000000001, "lng": -1.29e0}},
    {"pickup": NEWPORT | {"add": "  Plaza de Armas, São Luís, 上海 🚕 "}},
    {"drop": COWES | {"add": "<b>&'\u2028"}},
    {"car_type_id": None, "parcel_type_id": None, "option_id": None, "trip_date": None},
    {"trip_date": "2027-01-05T10:00:00Z"},
    {"unknown": [1, {"a": None}]},
]


def test_good_replies_equal_djangos(platform: Platform, token: str, ben: User, put_online: PutOnline) -> None:
    put_online(ben, 50.7010, -1.2935)
    for options in ({"token": token}, {}):
        learn(platform, **options)
        for changes in USUAL:
            assert platform.is_quick(TRIP | changes, **options), changes
            assert assert_equal(platform, TRIP | changes, **options) == 200


def test_djangos_headers_are_used_for_a_minute() -> None:
    now = [0.0]
    frames = Frames(clock=lambda: now[0])
    heading = Heading(key=(b"host",), authorization=None, request_id="", address="127.0.0.1")
    frames.learn(heading, 200, [(b"vary", b"Accept-Encoding"), (b"content-language", b"de")])
    now[0] = 59.9
    assert frames.of(heading) is not None
    now[0] = 60.0
    assert frames.of(heading) is None


def test_one_car_type_and_stops_are_quick_too(platform: Platform, token: str, economy: CarType) -> None:
    learn(platform, token=token)
    for body in (TRIP | {"car_type_id": economy.pk}, TRIP | {"stops": [NEWPORT | {"lat": 50.71}]}):
        assert platform.is_quick(body, token=token)
        assert assert_equal(platform, body, token=token) == 200


BAD: list[Any] = [
    b"",
    b"{",
    b"[1, 2]",
    b"null",
    b'"text"',
    b"\xff\xfe{}",
    b'{"pickup": NaN}',
    b'{"pickup": 1e999}',
    b"[" * 40 + b"]" * 40,
    {},
    {"pickup": NEWPORT},
    TRIP | {"pickup": None},
    TRIP | {"pickup": "Newport"},
    TRIP | {"pickup": NEWPORT | {"add": " "}},
    TRIP | {"pickup": NEWPORT | {"add": "x" * 301}},
    TRIP | {"pickup": NEWPORT | {"add": "a\x00b"}},
    TRIP | {"pickup": NEWPORT | {"add": 7}},
    TRIP | {"pickup": NEWPORT | {"add": "\ud800"}},
    TRIP | {"pickup": NEWPORT | {"lat": 90.01}},
    TRIP | {"pickup": NEWPORT | {"lat": "50.7003"}},
    TRIP | {"pickup": NEWPORT | {"lat": "nan"}},
    TRIP | {"pickup": NEWPORT | {"lat": True}},
    TRIP | {"drop": NEWPORT},
    TRIP | {"car_type_id": 999_999},
    TRIP | {"car_type_id": 0},
    TRIP | {"car_type_id": True},
    TRIP | {"car_type_id": 10**30},
    TRIP | {"parcel_type_id": 4},
    TRIP | {"trip_date": "tomorrow"},
    TRIP | {"stops": [NEWPORT]},
    TRIP | {"stops": [NEWPORT | {"lat": 50.71 + place / 1000} for place in range(9)]},
    TRIP | {"drop": {"lat": 45.0, "lng": -30.0, "add": "Atlantic"}},
]


def test_refusals_equal_djangos(platform: Platform, token: str) -> None:
    for options in ({"token": token, "accept_language": "de"}, {"accept_language": "ar"}):
        learn(platform, **options)
        statuses = {assert_equal(platform, body, **options) for body in BAD}
        # Coordinates as text are allowed.
        assert statuses == {200, 400, 422}


LANGUAGES = ["en", "es", "fr", "de", "pt", "ar", "hi", "zh", "nl", "de-CH, en;q=0.5", "", None]


def test_replies_in_each_language_equal_djangos(platform: Platform, token: str) -> None:
    for language in LANGUAGES:
        options: dict[str, Any] = {"token": token, "accept_language": language}
        learn(platform, **options)
        assert platform.is_quick(TRIP, **options), language
        assert assert_equal(platform, TRIP, **options) == 200


CODINGS = ["br", "gzip", "gzip, deflate, br, zstd", "identity", "*;q=0", "", None]


def test_compressed_replies_equal_djangos(platform: Platform, token: str) -> None:
    for coding in CODINGS:
        assert_equal_unpacked(platform, token, coding)


def assert_equal_unpacked(platform: Platform, token: str, coding: str | None) -> None:
    options: dict[str, Any] = {"token": token, "accept_encoding": coding}
    learn(platform, **options)
    assert platform.is_quick(TRIP, **options)
    unpack = {"br": brotli.decompress, "gzip": gzip.decompress}
    replies = [platform.send(TRIP, by=by, **options) for by in ("quick", "django")]
    bodies = [unpack.get(reply.headers.get("content-encoding", ""), bytes)(reply.body) for reply in replies]
    assert len(json.loads(bodies[0])["options"]) == len(json.loads(bodies[1])["options"]) == 1
    heads = [dict(reply.headers) for reply in replies]
    assert all(int(head.pop("content-length")) == len(r.body) for head, r in zip(heads, replies, strict=True))
    assert heads[0].pop("x-request-id") != heads[1].pop("x-request-id")
    assert heads[0] == heads[1]


UNUSUAL: list[dict[str, str | None]] = [
    {"content_type": "text/plain"},
    {"content_type": "application/json; charset=utf-8"},
    {"content_type": None},
    {"accept": "text/html"},
    {"accept": "application/json; indent=4"},
    {"authorization": "Bearer not.a.token"},
    {"authorization": "Bearer"},
    {"authorization": "Bearer a b"},
    {"authorization": "Basic YTpi"},
    {"authorization": ""},
    {"content_length": None},
    {"cookie": "django_language=de"},
    {"cookie": f"{settings.CSRF_COOKIE_NAME}=malformed"},
    {"cookie": "theme=dark"},
    {"host": "evil.example"},
    {"x_forwarded_host": "evil.example"},
    {"x_http_method_override": "DELETE"},
    {"idempotency_key": "k1"},
]


def test_unusual_requests_get_djangos_reply(platform: Platform, token: str) -> None:
    for options in ({"token": token}, {}):
        learn(platform, **options)
        for headers in UNUSUAL:
            # Twice: the first may be learnt from.
            assert_equal(platform, TRIP, **options | headers)
            assert_equal(platform, TRIP, **options | headers)


def test_request_ids_are_the_proxys_or_new(platform: Platform, token: str) -> None:
    learn(platform, token=token)
    given = platform.send(TRIP, token=token, x_request_id="edge-00000001")
    assert given.headers["x-request-id"] == "edge-00000001"
    first, second = (platform.send(TRIP, token=token, x_request_id="<script>") for _ in range(2))
    assert len(first.headers["x-request-id"]) == 32
    assert first.headers["x-request-id"] != second.headers["x-request-id"]
    assert len(platform.passed) == 1


# -- login --------------------------------------------------------------------------------------


def test_ended_session_is_refused_at_the_next_request(platform: Platform, ada: User) -> None:
    session = start_session(user_id=ada.pk)
    learn(platform, token=session.access)
    assert platform.is_quick(TRIP, token=session.access)
    end_session_of_device(user_id=ada.pk, family=session.family)
    reply = platform.send(TRIP, token=session.access)
    assert (reply.status, reply.code) == (401, "not_logged_in")
    assert assert_equal(platform, TRIP, token=session.access) == 401


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"approved": False}, "require_approval"),
        ({"is_active": False}, "not_logged_in"),
        ({"user_type": UserType.DRIVER}, "user_issue_contact_admin"),
    ],
    ids=str,
)
def test_changed_user_is_refused_at_the_next_request(
    platform: Platform, ada: User, token: str, change: dict[str, Any], code: str
) -> None:
    learn(platform, token=token)
    assert platform.is_quick(TRIP, token=token)
    User.objects.filter(pk=ada.pk).update(**change)
    assert platform.send(TRIP, token=token).code == code
    assert assert_equal(platform, TRIP, token=token) in (401, 403)


def test_expired_token_is_refused(platform: Platform, ada: User, token: str) -> None:
    learn(platform, token=token)
    expired = AccessToken(token)  # type: ignore[arg-type]  # typed as a token, documented as text
    expired.set_exp(lifetime=-expired.lifetime)
    assert platform.send(TRIP, token=str(expired)).code == "not_logged_in"


def test_first_use_of_renewed_tokens_is_recorded(platform: Platform, ada: User, token: str) -> None:
    learn(platform, token=token)
    renewed = renew_session(refresh=start_session(user_id=ada.pk).refresh)
    kept = DeviceSession.objects.get(family=renewed.family)
    assert kept.unconfirmed_token_id
    assert AccessToken(renewed.access)[REFRESH_CLAIM] == kept.unconfirmed_token_id  # type: ignore[arg-type]  # as above
    assert not platform.is_quick(TRIP, token=renewed.access)
    kept.refresh_from_db()
    assert not kept.unconfirmed_token_id
    assert platform.is_quick(TRIP, token=renewed.access)


@pytest.mark.parametrize("who", ["ben", "fay", "dora"])
def test_other_roles_get_djangos_reply(
    platform: Platform, token: str, who: str, request: pytest.FixtureRequest
) -> None:
    learn(platform, token=token)
    access = start_session(user_id=request.getfixturevalue(who).pk).access
    assert assert_equal(platform, TRIP, token=access) == (200 if who == "dora" else 403)


def test_quotes_are_the_riders_own(platform: Platform, ada: User, token: str) -> None:
    learn(platform, token=token)
    (option,) = platform.send(TRIP, token=token).json()["options"]
    assert read_quote(option["quote_id"]).issued_for == ada.pk
    learn(platform)
    (option,) = platform.send(TRIP).json()["options"]
    assert read_quote(option["quote_id"]).issued_for is None
    assert len(platform.passed) == 2


# -- limits, cost, records ------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["rider", "visitor"])
def test_requests_of_both_ways_are_counted_together(
    platform: Platform, token: str, who: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ScopedThrottle.THROTTLE_RATES, "estimates", "4/min")
    options = {"token": token} if who == "rider" else {}
    learn(platform, **options)
    assert platform.is_quick(TRIP, **options)
    # Counted once, though both look at it.
    assert platform.send(TRIP | {"car_type_id": 0}, **options).status == 400
    assert platform.send(TRIP | {"car_type_id": 999_999}, **options).status == 400
    refused, by_django = (platform.send(TRIP, by=by, **options) for by in ("quick", "django"))
    assert (refused.status, refused.code) == (429, "too_many_requests")
    assert 58 <= int(refused.headers["retry-after"]) <= 60
    assert refused.headers.keys() == by_django.headers.keys()
    assert refused.body == by_django.body


def test_estimate_with_login_is_one_statement(
    platform: Platform, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(offered, "EXPIRES_SECONDS", float("inf"))
    sent: list[object] = []
    execute = psycopg.Cursor.execute

    def counted(self: Any, query: Any, *args: Any, **kwargs: Any) -> Any:
        sent.append(query)
        return execute(self, query, *args, **kwargs)

    learn(platform, token=token)
    # The first check of a new connection is a statement.
    platform.send(TRIP, token=token)
    monkeypatch.setattr(psycopg.Cursor, "execute", counted)
    assert platform.is_quick(TRIP, token=token)
    assert len(sent) == 1
    sent.clear()
    platform.send(TRIP, token=token, by="django")
    assert len(sent) == 2


class Recorder:
    """Keeps what is recorded."""

    def __init__(self) -> None:
        self.labels: list[dict[str, str]] = []

    def record(self, metric: Any, operation: str, amount: float, labels: dict[str, str]) -> None:
        if metric is metrics.REQUEST_SECONDS:
            self.labels.append(labels)

    def clear(self, metric: Any, *, exclude: Any = ()) -> None: ...


def test_log_and_metrics_equal_djangos(
    platform: Platform, ada: User, token: str, caplog: pytest.LogCaptureFixture
) -> None:
    learn(platform, token=token)
    caplog.set_level(logging.INFO, logger="hansom.access")
    recorder = Recorder()
    metrics.use_recorder(recorder)
    try:
        for by in ("quick", "django"):
            platform.send(TRIP, token=token, by=by)
        platform.send({}, token=token)
    finally:
        metrics.use_recorder(None)
    quick, by_django, refused = recorder.labels
    assert quick == by_django == {"method": "POST", "route": PATH[1:], "status": "2xx"}
    assert refused["status"] == "4xx"
    lines = [record.__dict__ for record in caplog.records if record.name == "hansom.access"]
    assert [(line["method"], line["route"], line["status"]) for line in lines] == [
        ("POST", PATH[1:], 200),
        ("POST", PATH[1:], 200),
        ("POST", PATH[1:], 400),
    ]
    assert all(line["duration_ms"] > 0 for line in lines)


def test_outages_are_djangos(platform: Platform, token: str) -> None:
    learn(platform, token=token)
    with using_maps(routing=OsrmRouting("http://127.0.0.1:9", timeout_seconds=0.2)):
        assert assert_equal(platform, TRIP, token=token) == 503


def test_unexpected_error_is_logged_and_django_answers(
    platform: Platform, token: str, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(request: Any) -> Any:
        raise KeyError("missing")

    with running({PATH: broken}) as other:
        learn(other, token=token)
        assert not other.is_quick(TRIP, token=token)
    assert "KeyError" in caplog.text


def test_middleware_of_django_is_what_was_considered() -> None:
    """A new middleware adds only constant headers to good replies, or gets its part ahead of Django."""
    assert settings.MIDDLEWARE == [
        # Done ahead of Django: request id, log, metrics, traces; JSON limits; compression.
        "apps.core.monitoring.requests.RequestMiddleware",
        # Constant headers.
        "django.middleware.security.SecurityMiddleware",
        "whitenoise.middleware.WhiteNoiseMiddleware",
        "csp.middleware.CSPMiddleware",
        # Sessions are not used.
        "apps.accounts.django_admin.cookie.SessionsApartMiddleware",
        # The language follows from headers that are part of a frame's key; its cookie is left to Django.
        "django.middleware.locale.LocaleMiddleware",
        "apps.core.http.no_store.NoStoreMiddleware",
        "apps.core.http.body_limit.BodyLimitMiddleware",
        "apps.core.http.json_limits.JsonLimitMiddleware",
        "apps.core.http.compression.CompressionMiddleware",
        # The host is part of a frame's key.
        "django.middleware.common.CommonMiddleware",
        # Its cookie is left to Django.
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
        "django.middleware.clickjacking.XFrameOptionsMiddleware",
        "allauth.account.middleware.AccountMiddleware",
    ]
