"""The retention period of exported files; it is part of each row, as the time of its expiry."""

from datetime import datetime
from typing import Final

from apps.core.privacy.retention import Retention
from apps.exports.services import prune_exports


def _delete_exports(before: datetime) -> int:
    return prune_exports()


RETENTIONS: Final = (Retention(name="exports", setting="export_days", delete=_delete_exports),)
