"""Keyset pages: every page costs the same, however deep."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

from rest_framework.pagination import CursorPagination
from rest_framework.response import Response


class KeysetPagination(CursorPagination):
    """`{"next": cursor | null, "results": [...]}`; newest first unless a view says otherwise."""

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
