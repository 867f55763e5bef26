"""Returns the first page of a text search, by a scan in list order or by the text index.

A common term occurs among the first bookings, and reading all its matches from the index would take seconds.
A rare term has few index matches, and a scan would take seconds to reach one. PostgreSQL can only guess which
is which, so the newest bookings are scanned first: they fill the page, or show how frequent each term is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, Final

from django.db.models import QuerySet

from apps.bookings.models import Booking
from apps.bookings.search.query import SearchQuery
from apps.core.paging.keyset import Ordering
from apps.core.replica import read_connection

FIRST_SCAN: Final = 1000
"""The number of bookings scanned first."""
MAX_SCAN: Final = 30_000
"""The most bookings to scan if a scan is estimated to cost less than the index."""
SCAN, SCATTERED_SCAN, POSTING, ROW = 3.0, 10.0, 1.5, 8.0
"""Costs in microseconds: scan a booking, scan one of a filtered subset of the table, read a match from the
text index, and fetch its row.
"""
TABLE: Final = 'FROM "bookings_booking"'
INDEXED: Final = (
    'FROM (SELECT * FROM "bookings_booking" WHERE search_words @@ %s::tsquery OFFSET 0) "bookings_booking"'
)


def first_matches(rows: QuerySet[Booking], query: SearchQuery, ordering: Ordering, limit: int) -> list[int]:
    """Return the ids of the first `limit` of the sorted rows that match."""
    if not query.terms:
        return []
    if query.within:
        return _first_within(rows, query, ordering, limit)
    ids = _by_scan(rows, query, ordering, limit, among=FIRST_SCAN)
    if len(ids) == limit:
        return ids
    last_two = list(ordering.sort(rows).values(*ordering.names)[FIRST_SCAN - 1 : FIRST_SCAN + 1])
    if len(last_two) < 2:
        return ids
    plan = _plan(query, limit=limit, share=len(ids) / FIRST_SCAN)
    if plan.among:
        last = Booking()
        for name, value in last_two[0].items():
            setattr(last, name, value)
        older = ordering.after(rows, ordering.cursor(last))
        ids += _by_scan(older, query, ordering, limit - len(ids), among=plan.among)
    if len(ids) < limit:
        ids = _by_index(rows, plan.query, query, ordering, limit)
    return ids


def _first_within(rows: QuerySet[Booking], query: SearchQuery, ordering: Ordering, limit: int) -> list[int]:
    # The bookings of one fleet or status are scattered over the table. The newest of all bookings show
    # whether scanning a thousand of them pays.
    plan = _plan(query, limit=limit)
    ids = _by_scan(rows, query, ordering, limit, among=plan.among) if plan.among else []
    return ids if len(ids) == limit else _by_index(rows, plan.query, query, ordering, limit)


@dataclass(frozen=True, slots=True)
class Plan:
    query: str
    """The terms looked up in the index; the other terms filter its matches."""
    among: int
    """The number of bookings to scan first; zero if the index is cheaper."""


def _plan(query: SearchQuery, *, limit: int, share: float = 0) -> Plan:
    """Return the cheaper plan; `share` of the scanned rows match all terms, 0 where none matched."""
    if len(query.terms) == 1 and not query.within:
        total, shares, within = _total(), [share + 0.5 / FIRST_SCAN], 1.0
    else:
        total, shares, within = _frequencies(query)
    rarest = sorted(zip(shares, query.terms, strict=True))
    (rare, term), *others = rarest
    terms, hits, cost = [term], rare * within * total, POSTING * rare * total
    for frequency, term in others:
        # Reading all matches of a term pays if it saves fetching more rows.
        if POSTING * frequency * total < ROW * hits * (1 - frequency):
            terms.append(term)
            hits, cost = hits * frequency, cost + POSTING * frequency * total
    together = max(share, prod(shares))
    scan_cost = SCATTERED_SCAN if query.within else SCAN
    walk = scan_cost * limit / together
    indexed = " & ".join([*terms, *([query.within] if query.within else [])])
    worth = walk < cost + ROW * hits and walk < scan_cost * MAX_SCAN
    return Plan(indexed, min(MAX_SCAN, int(2 * limit / together)) if worth else 0)


def _total() -> float:
    with read_connection().cursor() as cursor:
        cursor.execute("SELECT reltuples FROM pg_class WHERE oid = 'bookings_booking'::regclass")
        (total,) = cursor.fetchone() or (0,)
    return max(float(total), 0)


def _frequencies(query: SearchQuery) -> tuple[float, list[float], float]:
    """Return the number of bookings, each term's share of the newest ones, and the share of the scope."""
    lexemes = [*query.terms, query.within or query.terms[0]]
    counts = ", ".join("count(*) FILTER (WHERE words @@ %s::tsquery)" for _ in lexemes)
    with read_connection().cursor() as cursor:
        cursor.execute(
            "SELECT (SELECT reltuples FROM pg_class WHERE oid = 'bookings_booking'::regclass),"  # noqa: S608  # built from constants and our own terms
            f" count(*), {counts} FROM (SELECT search_words AS words FROM bookings_booking"
            f" ORDER BY id DESC LIMIT {FIRST_SCAN}) newest",
            lexemes,
        )
        total, seen, *hit_counts = cursor.fetchone() or (0, 0)
    # A term without a match counts as half a booking: older ones may match.
    *shares, within = [(count + 0.5) / (seen + 1) for count in hit_counts]
    return max(total, seen), shares, within if query.within else 1.0


def _by_scan(
    rows: QuerySet[Booking], query: SearchQuery, ordering: Ordering, limit: int, *, among: int
) -> list[int]:
    """Return the matches among the first `among` rows, at most `limit`."""
    first = rows.annotate(hit=query.match()).values(*ordering.names, "hit")[:among]
    scanned, params = first.query.sql_with_params()
    return _sorted_ids(scanned, params, ordering, limit, where="WHERE hits.hit")


def _by_index(
    rows: QuerySet[Booking], indexed: str, query: SearchQuery, ordering: Ordering, limit: int
) -> list[int]:
    hits, params = rows.order_by().filter(query.match()).values(*ordering.names).query.sql_with_params()
    # OFFSET 0 stops the planner from scanning in list order for early matches, and from combining the text
    # index with the index of each filter.
    assert hits.count(TABLE) == 1
    before = hits[: hits.index(TABLE)].count("%s")
    params = (*params[:before], indexed, *params[before:])
    return _sorted_ids(hits.replace(TABLE, INDEXED), params, ordering, limit)


def _sorted_ids(
    hits: str, params: Sequence[Any], ordering: Ordering, limit: int, where: str = ""
) -> list[int]:
    order = ", ".join(f"hits.{name} {'DESC' if ordering.descending else 'ASC'}" for name in ordering.names)
    statement = f"SELECT hits.id FROM ({hits}) hits {where} ORDER BY {order} LIMIT %s"  # noqa: S608  # built from column names
    with read_connection().cursor() as cursor:
        cursor.execute(statement, [*params, limit])
        return [pk for (pk,) in cursor.fetchall()]
