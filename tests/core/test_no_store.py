"""Replies to logged-in users are not kept by caches (OWASP ASVS 14.3)."""

import pytest
from rest_framework.test import APIClient

from apps.accounts.models import User
from tests.personas import client_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("path", "status"), [("/api/v1/me/", 200), ("/api/v1/bookings/", 200), ("/api/v1/bookings/0/", 404)]
)
def test_replies_to_logged_in_users_are_not_stored(ada: User, path: str, status: int) -> None:
    response = client_of(ada).get(path)
    assert response.status_code == status
    assert response.headers["Cache-Control"] == "no-store"


def test_refused_token_is_not_stored() -> None:
    response = APIClient().get("/api/v1/me/", HTTP_AUTHORIZATION="Bearer wrong")
    assert response.status_code == 401
    assert response.headers["Cache-Control"] == "no-store"


def test_public_replies_and_views_with_own_rules_keep_theirs(ada: User) -> None:
    assert "Cache-Control" not in APIClient().get("/api/v1/car-types/").headers
    countries = client_of(ada).get("/api/v1/countries/")
    assert countries.headers["Cache-Control"] == "public, max-age=86400"
