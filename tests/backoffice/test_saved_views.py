"""Saved views: private, unique by name, limited in number."""

from typing import Any

import pytest

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.backoffice.models import SavedView
from apps.backoffice.saved_views.services import MAX_VIEWS
from tests.personas import client_of, make_user

pytestmark = pytest.mark.django_db

URL = "/api/v1/me/views/"


def kept(user: User, **changes: Any) -> Any:
    view = {"list": "riders", "name": "New", "query": "approved=false", "columns": ["first_name"]}
    return client_of(user).post(URL, {**view, **changes}, format="json")


def test_view_is_stored_and_listed_with_its_list_only(dora: User) -> None:
    answer = kept(dora)
    assert answer.status_code == 201
    kept(dora, list="promos", name="Running")
    listed = client_of(dora).get(URL, {"list": "riders"}).json()["results"]
    assert listed == [answer.json()]
    assert (listed[0]["query"], listed[0]["columns"]) == ("approved=false", ["first_name"])


def test_same_name_replaces_the_view(dora: User) -> None:
    first = kept(dora).json()
    again = kept(dora, query="approved=true").json()
    assert again["id"] == first["id"]
    assert SavedView.objects.get().query == "approved=true"


def test_other_users_views_are_not_found(dora: User, fay: User) -> None:
    view = kept(dora).json()
    assert client_of(fay).get(URL, {"list": "riders"}).json()["results"] == []
    assert client_of(fay).delete(f"{URL}{view['id']}/").status_code == 404
    assert SavedView.objects.filter(pk=view["id"]).exists()


def test_view_is_deleted(dora: User) -> None:
    view = kept(dora).json()
    assert client_of(dora).delete(f"{URL}{view['id']}/").status_code == 204
    assert not SavedView.objects.exists()


def test_number_of_views_is_limited(dora: User) -> None:
    for number in range(MAX_VIEWS):
        kept(dora, name=f"View {number}")
    answer = kept(dora, name="One more")
    assert (answer.status_code, answer.json()["code"]) == (400, "too_many_views")
    assert SavedView.objects.count() == MAX_VIEWS
    assert kept(dora, name="View 3", query="").status_code == 201


def test_riders_have_no_saved_views() -> None:
    assert kept(make_user("Ada", UserType.RIDER)).status_code == 403
    assert not SavedView.objects.exists()
