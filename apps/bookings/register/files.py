"""The register as a file in the reply: CSV, XLSX, or a PDF to print."""

from itertools import islice
from typing import Any, Final

from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework import serializers

from apps.bookings.register.printing import period_of
from apps.bookings.register.register_list import RegisterFilters, columns
from apps.bookings.views.pdf import pdf_response
from apps.core.errors import Conflict
from apps.core.paging.keyset import walk
from apps.core.platform import platform_settings
from apps.exports.choices import ExportFormat
from apps.exports.direct import direct_export
from apps.exports.registry import Table

PDF_ROWS: Final = 200
"""These take a web thread three to four seconds, most of it for laying out text."""
BATCH: Final = 500


class RegisterFileFilters(RegisterFilters):
    format = serializers.ChoiceField(
        choices=[*ExportFormat.values, "pdf"],
        help_text="csv and xlsx have at most 5,000 rows, pdf 200; more are rejected with export_too_large. "
        "POST exports/ writes more in the background.",
    )


def file_response(entries: QuerySet[Any], query: RegisterFileFilters) -> HttpResponseBase:
    """Return the entries in the format of the query. Raises Conflict export_too_large."""
    ordering = query.order()
    format = query.validated_data["format"]
    if format != "pdf":
        table = Table(
            columns=columns(), count=entries.count, rows=lambda: walk(entries, ordering, batch=BATCH)
        )
        return direct_export("register", format, table)
    found = list(islice(walk(entries, ordering, batch=BATCH), PDF_ROWS + 1))
    if len(found) > PDF_ROWS:
        sentence = _("A PDF can have at most %d entries. Choose a shorter period.") % PDF_ROWS
        raise Conflict("export_too_large", sentence)
    # Imported here, because only processes that create PDFs need the fonts and text shaping.
    from apps.bookings.register.pdf import register_pdf

    pdf = register_pdf(
        found,
        count=len(found),
        period=period_of(query, entries),
        settings=platform_settings(),
        at=timezone.now(),
    )
    return pdf_response(pdf, "register.pdf")
