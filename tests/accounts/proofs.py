"""Fetching and solving a captcha, as the browser does before a text message."""

from typing import Any

import pytest
from altcha import Challenge, Payload, solve_challenge
from rest_framework.test import APIClient

URL = "/api/v1/auth/captcha/"


def challenge(client: APIClient | None = None) -> dict[str, Any]:
    response = (client or APIClient()).get(URL)
    assert response.status_code == 200
    body: dict[str, Any] = response.json()
    return body


def solved(given: dict[str, Any] | None = None) -> str:
    """Return the `captcha` field of a request, as the page sends it."""
    todo = Challenge.from_dict(given or challenge())
    solution = solve_challenge(todo)
    assert solution is not None
    return Payload(todo, solution).to_base64()


@pytest.fixture
def cheap_captcha(settings: Any) -> None:
    """Lower the cost of a captcha from half a second to a millisecond."""
    settings.CAPTCHA_COST = 1
