"""The admins' list of payment attempts and its export."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from apps.accounts.models import User
from apps.accounts.permissions import require_admin
from apps.core.money import round_money
from apps.core.paging.keyset import Ordering, walk
from apps.core.platform import platform_settings
from apps.exports.registry import Column, ExportKind, Filters, Table
from apps.payments.models import Attempt
from apps.payments.models.attempt import HAS_PROBLEM
from apps.payments.registry import provider_label

ORDERINGS: Final = ("-id", "id")
BATCH: Final = 1000
PURPOSES: Final = {
    "top_up": pgettext_lazy("payment", "Wallet top-up"),
    "booking": pgettext_lazy("payment", "Booking"),
}
STATES: Final = {
    "created": pgettext_lazy("payment", "Started"),
    "redirected": pgettext_lazy("payment", "At the provider"),
    "pending": pgettext_lazy("payment", "Processing"),
    "paid": pgettext_lazy("payment", "Paid"),
    "failed": pgettext_lazy("payment", "Failed"),
    "expired": pgettext_lazy("payment", "Expired"),
    "partially_refunded": pgettext_lazy("payment", "Partially refunded"),
    "refunded": pgettext_lazy("payment", "Refunded"),
    "disputed": pgettext_lazy("payment", "Chargeback"),
}
CREDITED_TO: Final = {
    "wallet": pgettext_lazy("payment", "Payer’s wallet"),
    "booking": pgettext_lazy("payment credited to", "Booking"),
    "held": pgettext_lazy("payment", "Held: to be refunded"),
}
"""The texts of the screens; tests/backoffice/test_export_texts.py compares them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttemptFilters:
    """The filters of the list. An empty filter matches all attempts."""

    state: str = ""
    provider: str = ""
    purpose: str = ""
    live: bool | None = None
    trouble: bool = False
    """Failed, charged back or with a problem: HAS_PROBLEM."""
    user_id: int | None = None
    booking_id: int | None = None
    since: datetime | None = None
    until: datetime | None = None
    """Bounds of `created_at`; `until` is exclusive."""
    search: str = ""
    """A prefix of `ref` or `reference`, or a whole `payment_id`."""
    ordering: str = "-id"

    def order(self) -> Ordering:
        ordering = Ordering.parse(self.ordering)
        if self.since is None and self.until is None:
            return ordering
        # The same order as by id, but the index on created_at starts inside the time window.
        return Ordering("created_at", ordering.descending)


def filter_attempts(filters: AttemptFilters) -> QuerySet[Attempt]:
    """Return the matching attempts with their payers."""
    exact = {
        "state": filters.state or None,
        "provider": filters.provider or None,
        "purpose": filters.purpose or None,
        "live": filters.live,
        "user_id": filters.user_id,
        "booking_id": filters.booking_id,
        "created_at__gte": filters.since,
        "created_at__lt": filters.until,
    }
    attempts = Attempt.objects.select_related("user").filter(
        **{name: value for name, value in exact.items() if value is not None}
    )
    if filters.trouble:
        attempts = attempts.filter(HAS_PROBLEM)
    if text := filters.search.strip():
        attempts = attempts.filter(
            Q(ref__startswith=text) | Q(reference__startswith=text) | Q(payment_id=text)
        )
    return attempts


def attempts_table(filters: AttemptFilters) -> Table[Attempt]:
    """Return the export: the list's columns and the gateway's ids, for comparison with its statements."""
    decimals = platform_settings().decimal
    attempts = filter_attempts(filters)
    return Table(
        columns=[
            Column("created_at", _("Date"), lambda row: row.created_at),
            Column("ref", pgettext_lazy("payment", "Our reference"), lambda row: row.ref),
            Column("reference", pgettext_lazy("payment", "For"), lambda row: row.reference),
            Column("user_name", _("Payer"), lambda row: row.user.full_name),
            Column(
                "provider", pgettext_lazy("payment", "Provider"), lambda row: provider_label(row.provider)
            ),
            Column("live", _("Live"), lambda row: row.live),
            Column("purpose", _("Purpose"), lambda row: str(PURPOSES.get(row.purpose, row.purpose))),
            Column("state", _("Status"), lambda row: str(STATES.get(row.state, row.state))),
            Column("amount", _("Amount"), lambda row: round_money(row.amount, decimals=decimals)),
            Column("currency", _("Currency"), lambda row: row.currency),
            Column(
                "wallet_amount",
                _("From wallet"),
                lambda row: round_money(row.wallet_amount, decimals=decimals),
            ),
            Column(
                "refunded_amount",
                pgettext_lazy("payment amount", "Refunded"),
                lambda row: round_money(row.refunded_amount, decimals=decimals),
            ),
            Column(
                "credited_to",
                _("Credited to"),
                lambda row: str(CREDITED_TO.get(row.credited_to, row.credited_to)),
            ),
            Column("paid_at", pgettext_lazy("time of payment", "Paid"), lambda row: row.paid_at),
            Column("payment_id", pgettext_lazy("payment", "Provider reference"), lambda row: row.payment_id),
            Column("problem", _("Problem"), lambda row: row.problem),
        ],
        count=attempts.count,
        rows=lambda: walk(attempts, filters.order(), batch=BATCH),
    )


def _check(user: User, filters: Filters) -> dict[str, Any]:
    require_admin(user)
    form = _form(filters)
    return {name: value for name, value in filters.items() if name in form.fields and value not in ("", None)}


def _table(user: User, filters: Filters) -> Table[Attempt]:
    require_admin(user)
    return attempts_table(_form(filters).filters())


def _form(filters: Filters) -> Any:
    from apps.payments.admin_serializers import AttemptFilterSerializer

    form = AttemptFilterSerializer(data=dict(filters))
    form.is_valid(raise_exception=True)
    return form


PAYMENTS: Final = ExportKind(name="payments", check=_check, table=_table)
