"""Jobs of exports."""

from apps.core.outbox.jobs import job
from apps.exports.services import WRITE
from apps.exports.writing import write_export


@job(WRITE, outside_transaction=True)
def write(*, export_id: int) -> None:
    write_export(export_id=export_id)
