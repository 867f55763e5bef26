"""Keyset pages: each row once, at constant cost."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory

from apps.accounts.models import SavedAddress, User


class PlaceSerializer(serializers.ModelSerializer[SavedAddress]):
    class Meta:
        model = SavedAddress
        fields = ("id",)


class Places(ListAPIView[SavedAddress]):
    permission_classes = ()
    queryset = SavedAddress.objects.all()
    serializer_class = PlaceSerializer


def page(**query: Any) -> dict[str, Any]:
    response = Places.as_view()(APIRequestFactory().get("/places/", query))
    assert isinstance(response, Response)
    data: dict[str, Any] = response.data
    return data


def save_places(user: User, count: int) -> list[int]:
    """Create rows; returns their ids, newest first."""
    places = SavedAddress.objects.bulk_create(
        SavedAddress(user=user, lat=0, lng=0, description="x") for _ in range(count)
    )
    return sorted((place.pk for place in places), reverse=True)


def ids(data: dict[str, Any]) -> list[int]:
    return [row["id"] for row in data["results"]]


def test_pages_are_newest_first_and_the_last_has_no_next(ada: User) -> None:
    expected = save_places(ada, 60)
    seen, cursor = [], None
    sizes = []
    while True:
        data = page(**({"cursor": cursor} if cursor else {}))
        sizes.append(len(data["results"]))
        seen += ids(data)
        cursor = data["next"]
        if cursor is None:
            break
    assert seen == expected
    assert sizes == [25, 25, 10]


def test_new_rows_do_not_shift_pages(ada: User) -> None:
    expected = save_places(ada, 30)
    first = page()
    save_places(ada, 5)
    assert ids(first) + ids(page(cursor=first["next"])) == expected


def test_page_size_can_be_chosen_up_to_a_limit(ada: User) -> None:
    save_places(ada, 210)
    assert len(ids(page(page_size=3))) == 3
    assert len(ids(page(page_size=100_000))) == 200


def test_empty_list_is_a_page_without_rows(db: None) -> None:
    assert page() == {"next": None, "results": []}


def test_foreign_cursor_is_404(ada: User) -> None:
    response = Places.as_view()(APIRequestFactory().get("/places/", {"cursor": "nonsense"}))
    assert (response.status_code, response.data["code"]) == (404, "not_found")


def test_deep_page_neither_counts_nor_skips_rows(ada: User) -> None:
    save_places(ada, 60)
    cursor = page()["next"]
    with CaptureQueriesContext(
        connection,
    ) as queries:
        page(cursor=cursor)
    assert len(queries) == 1
    assert "OFFSET" not in queries[0]["sql"]
    assert "COUNT" not in queries[0]["sql"]


@pytest.mark.parametrize("size", ["0", "-1", "many"])
def test_invalid_page_size_is_ignored(ada: User, size: str) -> None:
    save_places(ada, 30)
    assert len(ids(page(page_size=size))) == 25
