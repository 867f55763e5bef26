"""Many withdrawals paid out by one file for the bank; none is in two files."""

from collections.abc import Sequence
from datetime import date
from typing import Final

from django.db import transaction
from django.db.models import Count, Q, QuerySet, Sum
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.core import audit
from apps.core.demo_mode import require_critical_edits, shown_in
from apps.core.errors import Conflict, NotFound
from apps.core.money import ZERO, round_money
from apps.core.platform import platform_settings
from apps.exports.registry import Column, Table
from apps.wallet.choices import WithdrawalState
from apps.wallet.models import PayoutBatch, Withdrawal
from apps.wallet.withdrawals import pay_out, require_undecided

MOST: Final = 500
"""Withdrawals of one file."""


@transaction.atomic
def create_batch(*, by: User, ids: Sequence[int] = ()) -> PayoutBatch:
    """Put these withdrawals into a file for the bank; without ids the oldest that wait and have an account.

    All of them or none. Raises Forbidden demo_mode, NotFound, Conflict already_processed,
    already_rejected, withdrawal_in_batch, bank_details_missing, nothing_to_pay.
    """
    require_critical_edits(platform_settings())
    rows = _chosen(ids) if ids else _waiting()
    if not rows:
        raise Conflict("nothing_to_pay", _("No pending withdrawals to export."))
    batch = PayoutBatch.objects.create(created_by=by)
    Withdrawal.objects.filter(pk__in=[row.pk for row in rows]).update(batch=batch)
    _tell_the_trail(batch, rows, by=by, action="batch_created")
    return batches().get(pk=batch.pk)


@transaction.atomic
def process_batch(*, batch_id: int, by: User, process_date: date | None = None) -> PayoutBatch:
    """Say that the bank has paid all of a file that is not decided yet.

    Raises Forbidden demo_mode, NotFound, Conflict already_processed, BadInput invalid for the day.
    """
    require_critical_edits(platform_settings())
    batch = batch_of(batch_id)
    open_rows = Withdrawal.objects.filter(batch=batch, state=WithdrawalState.REQUESTED)
    rows = list(open_rows.select_for_update(no_key=True).order_by("pk"))
    if not rows:
        raise Conflict("already_processed", _("This bank file has no pending withdrawals."))
    pay_out(rows, by=by, process_date=process_date)
    _tell_the_trail(batch, rows, by=by, action="batch_processed")
    return batch_of(batch_id)


def _tell_the_trail(batch: PayoutBatch, rows: Sequence[Withdrawal], *, by: User, action: str) -> None:
    """One entry a file, whatever it holds: who wants to know more looks into the file."""
    total = sum((row.amount for row in rows), ZERO)
    audit.record(
        by=by,
        action=action,
        kind="withdrawal",
        target_id=batch.pk,
        label=str(batch),
        after={"withdrawals": len(rows), "total": total},
    )


def batches() -> QuerySet[PayoutBatch]:
    """Files with what they hold: `rows` and `total` without the refused, `open_rows` undecided."""
    kept = ~Q(withdrawals__state=WithdrawalState.REJECTED)
    return PayoutBatch.objects.select_related("created_by").annotate(
        rows=Count("withdrawals", filter=kept),
        total=Sum("withdrawals__amount", filter=kept, default=0),
        open_rows=Count("withdrawals", filter=Q(withdrawals__state=WithdrawalState.REQUESTED)),
    )


def batch_of(batch_id: int) -> PayoutBatch:
    batch = batches().filter(pk=batch_id).first()
    if batch is None:
        raise NotFound("not_found", _("Bank file not found."))
    return batch


def bank_table(batch: PayoutBatch) -> Table[Withdrawal]:
    """What the bank gets: one transfer a row; what was refused since is left out.

    Headers are for the bank's machine, so they are the same in every language.
    """
    settings = platform_settings()
    rows = Withdrawal.objects.filter(batch=batch).exclude(state=WithdrawalState.REJECTED).order_by("pk")
    return Table(
        columns=[
            Column("reference", "reference", lambda row: row.reference),
            Column("name", "name", lambda row: row.name),
            Column("bank_name", "bank_name", lambda row: shown_in(settings, row.bank_name)),
            Column("bank_code", "bank_code", lambda row: shown_in(settings, row.bank_code)),
            Column("bank_account", "bank_account", lambda row: shown_in(settings, row.bank_account)),
            Column("amount", "amount", lambda row: round_money(row.amount, decimals=settings.decimal)),
            Column("currency", "currency", lambda row: settings.code),
        ],
        count=rows.count,
        rows=rows.iterator,
    )


def _chosen(ids: Sequence[int]) -> list[Withdrawal]:
    wanted = set(ids)
    rows = list(Withdrawal.objects.select_for_update(no_key=True).filter(pk__in=wanted).order_by("pk"))
    if len(rows) != len(wanted):
        raise NotFound("not_found", _("Withdrawal not found."))
    for row in rows:
        require_undecided(row)
        if row.batch_id is not None:
            raise Conflict("withdrawal_in_batch", _("A withdrawal is already in another bank file."))
        if not row.bank_account:
            raise Conflict("bank_details_missing", _("A withdrawal has no bank account."))
    return rows


def _waiting() -> list[Withdrawal]:
    ready = Withdrawal.objects.filter(state=WithdrawalState.REQUESTED, batch__isnull=True)
    ready = ready.exclude(bank_account="").order_by("pk")
    return list(ready.select_for_update(no_key=True)[:MOST])
