"""Payout batches: many withdrawals in one bank file; each withdrawal is in at most one."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Final

from django.db import transaction
from django.db.models import Count, Q, QuerySet, Sum
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.core import approvals, audit
from apps.core.approvals import ApprovalKind, ApprovalNeeded, Held, Waiting
from apps.core.demo_mode import require_critical_edits, shown_in
from apps.core.errors import Conflict, NotFound
from apps.core.money import ZERO, round_money
from apps.core.platform import platform_settings
from apps.exports.registry import Column, Table
from apps.wallet.choices import WithdrawalState
from apps.wallet.models import PayoutBatch, Withdrawal
from apps.wallet.withdrawals.payouts import (
    day_of_transfer,
    pay_out,
    require_no_approval,
    require_undecided,
    transfer_data,
)

MAX_WITHDRAWALS: Final = 500
"""The most withdrawals in a file."""


@transaction.atomic
def create_batch(*, by: User, ids: Sequence[int] = ()) -> PayoutBatch:
    """Create a bank file of these withdrawals; without ids of the oldest open ones with a bank account.

    All of them or none. Raises Forbidden demo_mode, NotFound, Conflict already_processed, already_rejected,
    withdrawal_in_batch, bank_details_missing, nothing_to_pay, approval_waiting.
    """
    require_critical_edits(platform_settings())
    rows = _locked_withdrawals(ids) if ids else _locked_open_withdrawals()
    if not rows:
        raise Conflict("nothing_to_pay", _("No pending withdrawals to export."))
    batch = PayoutBatch.objects.create(created_by=by)
    Withdrawal.objects.filter(pk__in=[row.pk for row in rows]).update(batch=batch)
    _record_audit(batch, rows, by=by, action="batch_created")
    return batches().get(pk=batch.pk)


@transaction.atomic
def process_batch(
    *, batch_id: int, by: User, process_date: date | None = None, approved: Decimal | None = None
) -> PayoutBatch:
    """Mark all open withdrawals of a file as paid by the bank.

    Raises Forbidden demo_mode, NotFound, Conflict already_processed, approval_waiting, approval_needed if
    their sum is above the limit and the `approved` amount, BadInput invalid for the day.
    """
    settings = platform_settings()
    require_critical_edits(settings)
    batch, rows = batch_of(batch_id), _locked_open_rows(batch_id)
    if not rows:
        raise Conflict("already_processed", _("This bank file has no pending withdrawals."))
    require_no_approval(rows)
    day = day_of_transfer(rows, process_date)
    approvals.require_within(settings.approval_payout_limit, _total(rows), approved=approved)
    pay_out(rows, by=by, day=day)
    _record_audit(batch, rows, by=by, action="batch_processed")
    return batch_of(batch_id)


@transaction.atomic
def process_batch_or_hold(
    *, batch_id: int, by: User, process_date: date | None = None
) -> PayoutBatch | Waiting:
    """Mark a file as paid, or store an approval of it above the limit. Raises as process_batch."""
    rows = _locked_open_rows(batch_id)
    try:
        return process_batch(batch_id=batch_id, by=by, process_date=process_date)
    except ApprovalNeeded:
        held = Held(
            kind=ApprovalKind.PAYOUT_BATCH,
            target_id=batch_id,
            amount=_total(rows),
            data=transfer_data(process_date),
        )
        return approvals.hold(held, by=by)


def _locked_open_rows(batch_id: int) -> list[Withdrawal]:
    rows = Withdrawal.objects.filter(batch_id=batch_id, state=WithdrawalState.REQUESTED)
    return list(rows.select_for_update(no_key=True).order_by("pk"))


def _total(rows: Sequence[Withdrawal]) -> Decimal:
    return sum((row.amount for row in rows), ZERO)


def _record_audit(batch: PayoutBatch, rows: Sequence[Withdrawal], *, by: User, action: str) -> None:
    """Write one audit entry per file, with its number of withdrawals and total."""
    audit.record(
        by=by,
        action=action,
        kind="withdrawal",
        target_id=batch.pk,
        label=str(batch),
        after={"withdrawals": len(rows), "total": _total(rows)},
    )


def batches() -> QuerySet[PayoutBatch]:
    """Return the files with their totals: `rows` and `total` without rejected ones, `open_rows` undecided
    ones.
    """
    not_rejected = ~Q(withdrawals__state=WithdrawalState.REJECTED)
    return PayoutBatch.objects.select_related("created_by").annotate(
        rows=Count("withdrawals", filter=not_rejected),
        total=Sum("withdrawals__amount", filter=not_rejected, default=0),
        open_rows=Count("withdrawals", filter=Q(withdrawals__state=WithdrawalState.REQUESTED)),
    )


def batch_of(batch_id: int) -> PayoutBatch:
    batch = batches().filter(pk=batch_id).first()
    if batch is None:
        raise NotFound("not_found", _("Bank file not found."))
    return batch


def bank_table(batch: PayoutBatch) -> Table[Withdrawal]:
    """Return the table for the bank: one transfer per row, without rejected withdrawals.

    The bank's software reads the headers, so they are not translated.
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


def _locked_withdrawals(ids: Sequence[int]) -> list[Withdrawal]:
    unique_ids = set(ids)
    rows = list(Withdrawal.objects.select_for_update(no_key=True).filter(pk__in=unique_ids).order_by("pk"))
    if len(rows) != len(unique_ids):
        raise NotFound("not_found", _("Withdrawal not found."))
    for row in rows:
        require_undecided(row)
        if row.batch_id is not None:
            raise Conflict("withdrawal_in_batch", _("A withdrawal is already in another bank file."))
        if not row.bank_account:
            raise Conflict("bank_details_missing", _("A withdrawal has no bank account."))
    require_no_approval(rows)
    return rows


def _locked_open_withdrawals() -> list[Withdrawal]:
    ready = Withdrawal.objects.filter(state=WithdrawalState.REQUESTED, batch__isnull=True)
    ready = ready.exclude(bank_account="").order_by("pk")
    rows = list(ready.select_for_update(no_key=True)[:MAX_WITHDRAWALS])
    held = approvals.waiting(ApprovalKind.PAYOUT, [row.pk for row in rows])
    return [row for row in rows if row.pk not in held]
