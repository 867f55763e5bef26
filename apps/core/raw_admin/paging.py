"""Pages of tables that nobody counts to the end."""

from typing import Any, Final

from django.core.paginator import Paginator
from django.utils.functional import cached_property

MOST_COUNTED: Final = 5000
"""Rows that can be leafed to; further down one searches."""


class BoundedPaginator(Paginator):  # type: ignore[type-arg]  # not subscriptable at run time
    """Counts so many rows and no more: of a million, counting them all takes longer than finding one."""

    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list
        return int(rows.order_by()[:MOST_COUNTED].count())
