"""Pages of the audit log's text search, by a scan in list order or by the text index, whichever is cheaper.

PostgreSQL's statistics say little about the frequency of a prefix, so it would scan the whole log for a
rare one. A sample of entries is therefore read first: it fills the page, or shows how frequent the prefix
is.
"""

from datetime import timedelta
from typing import Any, Final

from django.contrib.postgres.search import SearchVectorExact
from django.db.models import DateTimeField, ExpressionWrapper, F, QuerySet, Value

from apps.core.models import AuditEntry
from apps.core.paging.keyset import Ordering
from apps.core.paging.pagination import OrderedPagination

FIRST_SAMPLE: Final = 250
"""Entries in the first sample."""
FREQUENT: Final = 3
"""With this many matches in the first sample, a scan is fast, and the index would return thousands of ids."""
MAX_SAMPLE: Final = 3000
"""The most entries in a second sample, after which the index is used."""


class AuditPagination(OrderedPagination):
    """Pages of the audit log; the view's `get_search` returns the search terms."""

    query: SearchVectorExact | None = None

    def paginate_queryset(self, queryset: Any, request: Any, view: Any = None) -> list[Any]:
        self.query = view.get_search()
        return super().paginate_queryset(queryset, request, view)

    def take(self, rows: QuerySet[Any], ordering: Ordering, limit: int) -> list[Any]:
        if self.query is None:
            return super().take(rows, ordering, limit)
        return first_matches(rows, self.query, ordering, limit)


def first_matches(
    rows: QuerySet[AuditEntry], query: SearchVectorExact, ordering: Ordering, limit: int
) -> list[AuditEntry]:
    """Return the first `limit` sorted entries that match."""
    ids, all_seen = _from_sample(rows, query, ordering, sample_size=FIRST_SAMPLE)
    if FREQUENT <= len(ids) < limit and not all_seen:
        sample_size = min(MAX_SAMPLE, 3 * limit * FIRST_SAMPLE // (2 * len(ids)))
        ids, all_seen = _from_sample(rows, query, ordering, sample_size=sample_size)
    if len(ids) < limit and not all_seen:
        return _by_index(rows, query, ordering, limit)
    found = AuditEntry.objects.in_bulk(ids[:limit])
    # Retention may have deleted an entry since it was scanned.
    return [found[pk] for pk in ids[:limit] if pk in found]


def _from_sample(
    rows: QuerySet[AuditEntry], query: SearchVectorExact, ordering: Ordering, *, sample_size: int
) -> tuple[list[int], bool]:
    """Return the ids of matches in the first entries, and whether these are all entries."""
    seen = list(ordering.sort(rows).annotate(hit=query).values_list("pk", "hit")[:sample_size])
    return [pk for pk, hit in seen if hit], len(seen) < sample_size


def _by_index(
    rows: QuerySet[AuditEntry], query: SearchVectorExact, ordering: Ordering, limit: int
) -> list[AuditEntry]:
    # The sum has no index, so the planner cannot scan in sort order and hope for an early match.
    moment = ExpressionWrapper(F("at") + Value(timedelta(0)), DateTimeField())
    sign = "-" if ordering.descending else ""
    return list(rows.filter(query).alias(moment=moment).order_by(f"{sign}moment", f"{sign}id")[:limit])
