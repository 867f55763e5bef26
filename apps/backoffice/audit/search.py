"""Pages of the audit log's text search: scan in order, or use the text index, whichever is cheaper.

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

NEAR: Final = 250
"""Size of the first sample."""
OFTEN: Final = 3
"""With this many matches in the sample, scanning is fast and the index would return thousands of ids."""
FAR: Final = 3000
"""Size of the second sample, before the index is used."""


class AuditPagination(OrderedPagination):
    """Pages of the audit log; the view's `get_search` returns the search terms."""

    words: SearchVectorExact | None = None

    def paginate_queryset(self, queryset: Any, request: Any, view: Any = None) -> list[Any]:
        self.words = view.get_search()
        return super().paginate_queryset(queryset, request, view)

    def take(self, rows: QuerySet[Any], ordering: Ordering, limit: int) -> list[Any]:
        if self.words is None:
            return super().take(rows, ordering, limit)
        return first_matches(rows, self.words, ordering, limit)


def first_matches(
    rows: QuerySet[AuditEntry], words: SearchVectorExact, ordering: Ordering, limit: int
) -> list[AuditEntry]:
    """Return the first `limit` sorted entries that match."""
    ids, all_seen = _from_sample(rows, words, ordering, among=NEAR)
    if OFTEN <= len(ids) < limit and not all_seen:
        among = min(FAR, 3 * limit * NEAR // (2 * len(ids)))
        ids, all_seen = _from_sample(rows, words, ordering, among=among)
    if len(ids) < limit and not all_seen:
        return _by_index(rows, words, ordering, limit)
    found = AuditEntry.objects.in_bulk(ids[:limit])
    return [found[pk] for pk in ids[:limit]]


def _from_sample(
    rows: QuerySet[AuditEntry], words: SearchVectorExact, ordering: Ordering, *, among: int
) -> tuple[list[int], bool]:
    """Return the matches in the first entries, and whether those are all entries."""
    seen = list(ordering.sort(rows).annotate(hit=words).values_list("pk", "hit")[:among])
    return [pk for pk, hit in seen if hit], len(seen) < among


def _by_index(
    rows: QuerySet[AuditEntry], words: SearchVectorExact, ordering: Ordering, limit: int
) -> list[AuditEntry]:
    # The sum has no index, so the planner cannot scan in sort order and hope for an early match.
    moment = ExpressionWrapper(F("at") + Value(timedelta(0)), DateTimeField())
    sign = "-" if ordering.descending else ""
    return list(rows.filter(words).alias(moment=moment).order_by(f"{sign}moment", f"{sign}id")[:limit])
