"""The first page of what has the words: by walking, or by the index of words, whichever is cheaper.

A common word is among the first bookings, and to collect all that the index has of it would take seconds; a
rare one is quickly collected, and to walk to it would take seconds. PostgreSQL would have to guess which is
which. So the newest bookings are looked at first: they hold a page, or tell how often each word comes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, Final

from django.db import connection
from django.db.models import QuerySet

from apps.bookings.models import Booking
from apps.bookings.words import Words
from apps.core.keyset import Ordering

NEAR: Final = 1000
"""How many of the first bookings are looked at before anything else."""
FARTHEST: Final = 30_000
"""And how many at most, where that promises to be cheaper than the index."""
LOOK, FAR_LOOK, POSTING, ROW = 3.0, 10.0, 1.5, 8.0
"""Microseconds, one beside the other: to look at a booking, at one where only each so-manieth of the table
is walked, to read one from the index of words, and to fetch it then."""
TABLE: Final = 'FROM "bookings_booking"'
FOUND: Final = (
    'FROM (SELECT * FROM "bookings_booking" WHERE search_words @@ %s::tsquery OFFSET 0) "bookings_booking"'
)


def first_found(rows: QuerySet[Booking], words: Words, ordering: Ordering, limit: int) -> list[int]:
    """Ids of the first `limit` of the sorted rows that have the words."""
    if not words.terms:
        return []
    if words.within:
        return _first_within(rows, words, ordering, limit)
    ids = _by_looking(rows, words, ordering, limit, among=NEAR)
    if len(ids) == limit:
        return ids
    last_two = list(ordering.sort(rows).values(*ordering.names)[NEAR - 1 : NEAR + 1])
    if len(last_two) < 2:
        return ids
    plan = _plan(words, limit=limit, share=len(ids) / NEAR)
    if plan.among:
        last = Booking()
        for name, value in last_two[0].items():
            setattr(last, name, value)
        farther = ordering.after(rows, ordering.cursor(last))
        ids += _by_looking(farther, words, ordering, limit - len(ids), among=plan.among)
    if len(ids) < limit:
        ids = _by_index(rows, plan.query, words, ordering, limit)
    return ids


def _first_within(rows: QuerySet[Booking], words: Words, ordering: Ordering, limit: int) -> list[int]:
    # Those of a fleet or a status lie on a page each: before a thousand of them are looked at, the newest
    # of all bookings tell whether that is worth while.
    plan = _plan(words, limit=limit)
    ids = _by_looking(rows, words, ordering, limit, among=plan.among) if plan.among else []
    return ids if len(ids) == limit else _by_index(rows, plan.query, words, ordering, limit)


@dataclass(frozen=True, slots=True)
class Plan:
    query: str
    """What the index is asked for; the rest of the words is looked up in what it gives."""
    among: int
    """How many to walk along before; none where the index is cheaper at once."""


def _plan(words: Words, *, limit: int, share: float = 0) -> Plan:
    """`share` of the rows that were looked at have all the words; 0 where none has, or none was."""
    if len(words.terms) == 1 and not words.within:
        total, shares, within = _total(), [share + 0.5 / NEAR], 1.0
    else:
        total, shares, within = _frequencies(words)
    rarest = sorted(zip(shares, words.terms, strict=True))
    (rare, term), *others = rarest
    terms, hits, cost = [term], rare * within * total, POSTING * rare * total
    for often, term in others:
        # A term is worth reading whole where it saves more fetching.
        if POSTING * often * total < ROW * hits * (1 - often):
            terms.append(term)
            hits, cost = hits * often, cost + POSTING * often * total
    together = max(share, prod(shares))
    look = FAR_LOOK if words.within else LOOK
    walk = look * limit / together
    query = " & ".join([*terms, *([words.within] if words.within else [])])
    worth = walk < cost + ROW * hits and walk < look * FARTHEST
    return Plan(query, min(FARTHEST, int(2 * limit / together)) if worth else 0)


def _total() -> float:
    with connection.cursor() as cursor:
        cursor.execute("SELECT reltuples FROM pg_class WHERE oid = 'bookings_booking'::regclass")
        (total,) = cursor.fetchone() or (0,)
    return max(float(total), 0)


def _frequencies(words: Words) -> tuple[float, list[float], float]:
    """How many bookings there are, the share of each term among the newest, and that of what it is within."""
    asked = [*words.terms, words.within or words.terms[0]]
    counts = ", ".join("count(*) FILTER (WHERE words @@ %s::tsquery)" for _ in asked)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT (SELECT reltuples FROM pg_class WHERE oid = 'bookings_booking'::regclass),"  # noqa: S608  # no words of others in it
            f" count(*), {counts} FROM (SELECT search_words AS words FROM bookings_booking"
            f" ORDER BY id DESC LIMIT {NEAR}) newest",
            asked,
        )
        total, seen, *found = cursor.fetchone() or (0, 0)
    # Half a booking where there is none: it may be farther back.
    *shares, within = [(count + 0.5) / (seen + 1) for count in found]
    return max(total, seen), shares, within if words.within else 1.0


def _by_looking(
    rows: QuerySet[Booking], words: Words, ordering: Ordering, limit: int, *, among: int
) -> list[int]:
    """What is found among so many first rows; it ends with the last that is wanted."""
    first = rows.annotate(hit=words.match()).values(*ordering.names, "hit")[:among]
    looked_at, params = first.query.sql_with_params()
    return _sorted_ids(looked_at, params, ordering, limit, where="WHERE hits.hit")


def _by_index(rows: QuerySet[Booking], query: str, words: Words, ordering: Ordering, limit: int) -> list[int]:
    hits, params = rows.order_by().filter(words.match()).values(*ordering.names).query.sql_with_params()
    # OFFSET 0 keeps the planner from walking in the wanted order in the hope to meet enough words soon, and
    # from reading the index of each filter beside that of the words.
    assert hits.count(TABLE) == 1
    before = hits[: hits.index(TABLE)].count("%s")
    params = (*params[:before], query, *params[before:])
    return _sorted_ids(hits.replace(TABLE, FOUND), params, ordering, limit)


def _sorted_ids(
    hits: str, params: Sequence[Any], ordering: Ordering, limit: int, where: str = ""
) -> list[int]:
    order = ", ".join(f"hits.{name} {'DESC' if ordering.descending else 'ASC'}" for name in ordering.names)
    statement = f"SELECT hits.id FROM ({hits}) hits {where} ORDER BY {order} LIMIT %s"  # noqa: S608  # columns' names
    with connection.cursor() as cursor:
        cursor.execute(statement, [*params, limit])
        return [pk for (pk,) in cursor.fetchall()]
