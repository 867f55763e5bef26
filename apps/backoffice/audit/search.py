"""The first page of what has the words: by walking, or by the index of words, whichever is cheaper.

PostgreSQL knows too little of how often a word's beginning comes, and would walk the whole trail for one
that is nowhere. So a few entries are looked at first: they hold a page, or tell how often the words come.
"""

from datetime import timedelta
from typing import Any, Final

from django.contrib.postgres.search import SearchVectorExact
from django.db.models import DateTimeField, ExpressionWrapper, F, QuerySet, Value

from apps.core.models import AuditEntry
from apps.core.paging.keyset import Ordering
from apps.core.paging.pagination import OrderedPagination

NEAR: Final = 250
"""How many are looked at before anything else."""
OFTEN: Final = 3
"""With so many hits among them the words are near, and their index would name thousands."""
FAR: Final = 3000
"""How many are looked at then at most, before the index is asked after all."""


class AuditPagination(OrderedPagination):
    """Pages of the audit log; the view's `get_words` says what is looked for."""

    words: SearchVectorExact | None = None

    def paginate_queryset(self, queryset: Any, request: Any, view: Any = None) -> list[Any]:
        self.words = view.get_words()
        return super().paginate_queryset(queryset, request, view)

    def take(self, rows: QuerySet[Any], ordering: Ordering, limit: int) -> list[Any]:
        if self.words is None:
            return super().take(rows, ordering, limit)
        return first_matches(rows, self.words, ordering, limit)


def first_matches(
    rows: QuerySet[AuditEntry], words: SearchVectorExact, ordering: Ordering, limit: int
) -> list[AuditEntry]:
    """The first `limit` of the sorted entries that have the words."""
    ids, all_seen = _by_looking(rows, words, ordering, among=NEAR)
    if OFTEN <= len(ids) < limit and not all_seen:
        among = min(FAR, 3 * limit * NEAR // (2 * len(ids)))
        ids, all_seen = _by_looking(rows, words, ordering, among=among)
    if len(ids) < limit and not all_seen:
        return _by_index(rows, words, ordering, limit)
    found = AuditEntry.objects.in_bulk(ids[:limit])
    return [found[pk] for pk in ids[:limit]]


def _by_looking(
    rows: QuerySet[AuditEntry], words: SearchVectorExact, ordering: Ordering, *, among: int
) -> tuple[list[int], bool]:
    """Who of the first so many has them, and whether there are no more entries than these."""
    seen = list(ordering.sort(rows).annotate(hit=words).values_list("pk", "hit")[:among])
    return [pk for pk, hit in seen if hit], len(seen) < among


def _by_index(
    rows: QuerySet[AuditEntry], words: SearchVectorExact, ordering: Ordering, limit: int
) -> list[AuditEntry]:
    # No index has the sum, so that nothing is walked in the wanted order in the hope to meet enough soon.
    moment = ExpressionWrapper(F("at") + Value(timedelta(0)), DateTimeField())
    sign = "-" if ordering.descending else ""
    return list(rows.filter(words).alias(moment=moment).order_by(f"{sign}moment", f"{sign}id")[:limit])
