"""Small lists as a file in the response itself."""

import tempfile
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from django.http import FileResponse, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from apps.core.errors import BadInput, Conflict
from apps.core.platform import platform_settings
from apps.exports.choices import ExportFormat
from apps.exports.files import CONTENT_TYPES, csv_blocks, file_name, write_file
from apps.exports.registry import Table

MAX_ROWS: Final = 5_000


def direct_export(
    name: str, format: str, table: Table[Any], *, max_rows: int | None = None
) -> HttpResponseBase:
    """Return the table as a download. Raises BadInput for an unknown format, Conflict export_too_large."""
    if format not in ExportFormat.values:
        raise BadInput("invalid", _("Some values aren't allowed."), fields={"format": format})
    # The rows are read, not counted: counting a million costs more than reading the first few thousand.
    max_rows = MAX_ROWS if max_rows is None else max_rows
    rows = list(islice(table.rows(), max_rows + 1))
    if len(rows) > max_rows:
        raise Conflict("export_too_large", _("This list is too large to download directly. Use Export."))
    table = replace(table, rows=lambda: rows, query=None)
    tz = platform_settings().tz
    response: HttpResponseBase
    if format == ExportFormat.CSV:
        response = HttpResponse(b"".join(block for _, block in csv_blocks(table, tz)))
    else:
        # The response closes the file, which deletes it.
        file = tempfile.TemporaryFile()  # noqa: SIM115
        write_file(format, table, file, tz=tz, on_progress=lambda rows: None)
        file.seek(0)
        response = FileResponse(file)
    response["Content-Type"] = CONTENT_TYPES[ExportFormat(format)]
    response["Content-Disposition"] = f'attachment; filename="{file_name(name, format, tz)}"'
    response["Cache-Control"] = "private, no-store"
    return response
