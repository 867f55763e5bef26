"""Keyset pagination: the cost of a page does not depend on its depth."""

from typing import Any, cast
from urllib.parse import parse_qs, urlsplit

from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.core.paging.keyset import BadCursor, Ordering


class KeysetPagination(CursorPagination):
    """`{"next": cursor | null, "results": [...]}`; newest first by default."""

    ordering = "-id"
    page_size_query_param = "page_size"
    max_page_size = 200

    def get_paginated_response(self, data: Any) -> Response:
        return Response({"next": self._next_cursor(), "results": data})

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        return {
            "type": "object",
            "required": ["next", "results"],
            "properties": {"next": {"type": "string", "nullable": True}, "results": schema},
        }

    def _next_cursor(self) -> str | None:
        link = self.get_next_link()
        return parse_qs(urlsplit(link).query)[self.cursor_query_param][0] if link else None


class OrderedPagination(KeysetPagination):
    """Pages in the ordering that the view's `get_ordering` returns."""

    next_cursor: str | None = None

    def paginate_queryset(self, queryset: Any, request: Request, view: APIView | None = None) -> list[Any]:
        ordering: Ordering = cast(Any, view).get_ordering()
        size = self.get_page_size(request) or self.max_page_size
        cursor = request.query_params.get(self.cursor_query_param)
        try:
            rows = ordering.after(queryset, cursor) if cursor else queryset
        except BadCursor as error:
            raise NotFound(_("Invalid cursor")) from error
        # One more row than shown, to know whether there is a next page.
        page = self.take(ordering.sort(rows), ordering, size + 1)
        self.next_cursor = ordering.cursor(page[size - 1]) if len(page) > size else None
        return page[:size]

    def take(self, rows: QuerySet[Any], ordering: Ordering, limit: int) -> list[Model]:
        """Return the first `limit` of the sorted rows."""
        return list(rows[:limit])

    def _next_cursor(self) -> str | None:
        return self.next_cursor
