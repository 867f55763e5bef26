"""The register as a PDF that is written in the background, and the period in its heading."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import IO, Any

from django.db.models import Min, QuerySet
from django.utils import timezone

from apps.core.paging.filters import FilterSet
from apps.core.platform import platform_settings
from apps.exports.registry import Table


def write_pdf(table: Table[Any], query: FilterSet, out: IO[bytes], on_progress: Callable[[int], None]) -> int:
    """Write the rows of an export as a PDF, and return their number."""
    # Imported here, because only processes that create PDFs need the fonts and text shaping.
    from apps.bookings.register.pdf import register_pdf

    assert table.query is not None, "the list is a query"
    count = table.count()
    pdf = register_pdf(
        table.rows(),
        count=count,
        period=period_of(query, table.query.rows),
        settings=platform_settings(),
        at=timezone.now(),
        on_progress=on_progress,
    )
    out.write(pdf)
    return count


def period_of(query: FilterSet, entries: QuerySet[Any]) -> tuple[datetime, datetime]:
    """Return the period of the filters; without one it begins with the first entry and ends now."""
    given, now = query.validated_data, timezone.now()
    first = given.get("from") or entries.aggregate(first=Min("accepted_at"))["first"] or now
    # A period ends at the first moment after it.
    last = given["to"] - timedelta(microseconds=1) if given.get("to") else now
    return first, max(first, last)
