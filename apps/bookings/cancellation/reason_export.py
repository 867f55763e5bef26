"""The cancellation reasons as an export."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from apps.accounts.models import User
from apps.accounts.permissions import require_admin
from apps.bookings.models import CancelReason
from apps.bookings.selectors import cancel_reasons
from apps.exports.registry import Column, ExportKind, Filters, Table


def _check(user: User, filters: Filters) -> dict[str, Any]:
    require_admin(user)
    return {}


def _table(user: User, filters: Filters) -> Table[CancelReason]:
    require_admin(user)
    reasons = cancel_reasons()
    return Table(
        columns=[
            Column("value", pgettext_lazy("reason", "Position"), lambda row: row.value),
            Column("label", _("Reason"), lambda row: row.label),
        ],
        count=reasons.count,
        rows=lambda: list(reasons),
    )


CANCEL_REASONS: Final = ExportKind(name="cancel_reasons", check=_check, table=_table)
