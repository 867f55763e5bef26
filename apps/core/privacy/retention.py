"""The registry of retention periods: what is deleted after some time, and how.

Each app declares its own in `retention.py`. A nightly task deletes, the privacy page shows the periods, and
docs/privacy.md lists them (docs/decisions/0070-retention-export-and-erasure.md).
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import QuerySet
from django.utils import timezone

from apps.core.platform import platform_settings

log = logging.getLogger(__name__)

BATCH: Final = 1_000
SHORT: Final = timedelta(days=2)
"""Periods up to this one are applied every hour, longer ones every night."""

DeleteBatch = Callable[[datetime], int]
"""Deletes at most one batch of what is older than the given time, and returns how many rows it deleted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Retention:
    name: str
    """Names the text of the privacy page, `pages.retention.<name>`."""
    delete: DeleteBatch
    setting: str = ""
    """The platform setting with the number of days; 0 disables the deletion."""
    fixed: timedelta | None = None
    """The period of what no setting changes."""

    def period(self) -> timedelta | None:
        """Return the period in force; None if nothing is deleted."""
        if not self.setting:
            return self.fixed
        days: int = getattr(platform_settings(), self.setting)
        return timedelta(days=days) if days else None


_retentions: dict[str, Retention] = {}


def register_retentions(*declared: Retention) -> None:
    for retention in declared:
        if retention.name in _retentions:
            raise RuntimeError(f"two retention periods named {retention.name}")
        _retentions[retention.name] = retention


def retentions() -> list[Retention]:
    """Return all declared periods, by name."""
    return [_retentions[name] for name in sorted(_retentions)]


def delete_expired(*, short: bool) -> dict[str, int]:
    """Delete what is older than its period and return the numbers by name.

    short: apply the periods up to SHORT, or the longer ones. One that fails does not stop the others.
    """
    deleted: dict[str, int] = {}
    for retention in retentions():
        period = retention.period()
        if period is None or (period <= SHORT) != short:
            continue
        try:
            deleted[retention.name] = _delete_all(retention, timezone.now() - period)
        except Exception:
            log.exception("retention failed name=%s", retention.name)
    log.info("retention deleted %s", {name: count for name, count in deleted.items() if count})
    return deleted


def delete_batch(rows: QuerySet[Any]) -> int:
    """Delete at most BATCH of these rows and return their number, without what is deleted with them."""
    found = list(rows.values_list("pk", flat=True)[:BATCH])
    rows.model._base_manager.filter(pk__in=found).delete()
    return len(found)


def _delete_all(retention: Retention, before: datetime) -> int:
    total = 0
    while count := retention.delete(before):
        total += count
    return total
