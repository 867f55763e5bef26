"""Pagination of large tables without a full count."""

from typing import Any, Final

from django.core.paginator import Paginator
from django.utils.functional import cached_property

MAX_COUNTED: Final = 5000
"""Rows that can be paged through; beyond them, search."""


class BoundedPaginator(Paginator):  # type: ignore[type-arg]  # not subscriptable at run time
    """Counts at most MAX_COUNTED rows, because counting millions is slow."""

    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list
        return int(rows.order_by()[:MAX_COUNTED].count())
