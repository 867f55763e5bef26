"""The benchmark of lists covers every list and report of the API, and gets replies."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from apps.backoffice.scale.seed import seed_scale
from tests.bench.endpoints import NOT_FOR_SIZE, Endpoint, Parameter, endpoints
from tests.bench.list_requests import NoSample, list_requests
from tests.bench.lists import time_round
from tests.bench.sides import Side

API = "api/v1/"


class Here(Side):
    """The test database."""

    def open(self) -> None:
        self.clients.clear()


def views(patterns: list[Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for pattern in patterns:
        path = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from views(pattern.url_patterns, path)
        elif isinstance(pattern, URLPattern):
            yield path, getattr(pattern.callback, "view_class", None)


@pytest.fixture(scope="module")
def measured() -> list[Endpoint]:
    return endpoints()


def test_every_paged_list_of_the_url_configuration_is_measured(measured: list[Endpoint]) -> None:
    listed = {
        path.replace("<int:pk>", "{id}").replace("<str:token>", "{token}")
        for path, view in views(get_resolver().url_patterns)
        if path.startswith(API) and getattr(view, "pagination_class", None) and hasattr(view, "list")
    }
    paths = {endpoint.path.lstrip("/") for endpoint in measured}
    assert len(listed) > 10
    assert listed <= paths | {path.lstrip("/") for path in NOT_FOR_SIZE}
    assert not set(NOT_FOR_SIZE) & {f"/{path}" for path in paths}


def test_every_list_and_report_has_requests(measured: list[Endpoint]) -> None:
    for endpoint in measured:
        assert list(list_requests(endpoint)), endpoint.path


def test_filter_without_a_sample_value_is_reported() -> None:
    unheard_of = Endpoint("/api/v1/things/", [Parameter("shoe_size", ())], paged=True)
    with pytest.raises(NoSample, match="shoe_size"):
        list(list_requests(unheard_of))


@pytest.mark.django_db(transaction=True)
def test_every_request_gets_a_reply(measured: list[Endpoint]) -> None:
    here = Here("here", 600, scale=seed_scale(bookings=600, riders=60, drivers=12))
    requests = [request for endpoint in measured for request in list_requests(endpoint)]
    assert len(requests) > 80
    for request in requests:
        time_round(request, here, postgres_pid=0, seed=random.randrange(100), times=1)
