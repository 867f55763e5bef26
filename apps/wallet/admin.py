"""The Django admin of the wallet: the ledger is read-only; payouts call services."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from apps.core.django_admin.base import ReadOnly, ReadOnlyAdmin, ReasonForm, reason_given
from apps.wallet import admin_labels  # noqa: F401  # importing it names the tables and columns
from apps.wallet.models import (
    Account,
    JournalEntry,
    OwedFee,
    PayoutBatch,
    Posting,
    ReferralBonus,
    Withdrawal,
)
from apps.wallet.trips.fees import write_off_fee
from apps.wallet.withdrawals.batches import process_batch
from apps.wallet.withdrawals.payouts import process_withdrawal, reject_withdrawal


@admin.register(Account)
class AccountAdmin(ReadOnlyAdmin):
    list_display = ("id", "kind", "user", "debtor", "name", "balance")
    list_filter = ("kind",)
    list_select_related = ("user", "debtor")
    search_people = ("user", "debtor")
    search_fields = ("name__exact",)
    sortable_by = ()
    ordering = ("-id",)


class PostingInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]  # not subscriptable at run time
    model = Posting
    fields = ("account", "amount", "balance_after")


@admin.register(JournalEntry)
class JournalEntryAdmin(ReadOnlyAdmin):
    list_display = ("id", "key", "kind", "reference", "created_at", "created_by")
    list_filter = ("kind",)
    list_select_related = ("created_by",)
    search_fields = ("key__exact",)
    sortable_by = ()
    ordering = ("-id",)
    inlines = (PostingInline,)


@admin.register(Posting)
class PostingAdmin(ReadOnlyAdmin):
    list_display = ("id", "entry", "account", "amount", "balance_after", "created_at")
    list_select_related = ("entry", "account__user")
    search_people = ("account__user",)
    search_fields = ("entry__key__exact",)
    sortable_by = ()
    ordering = ("-id",)


@admin.register(Withdrawal)
class WithdrawalAdmin(ReadOnlyAdmin):
    list_display = ("reference", "user", "amount", "state", "requested_at", "process_date", "batch")
    list_filter = ("state",)
    list_select_related = ("user",)
    search_people = ("user",)
    search_fields = ("reference__exact",)
    sortable_by = ()
    ordering = ("-id",)
    action_form = ReasonForm
    actions = ("process", "reject")

    @admin.action(description=_("Paid out today"), permissions=["decide"])
    def process(self, request: HttpRequest, chosen: QuerySet[Withdrawal]) -> None:
        by: Any = request.user
        self.carry_out(request, chosen, lambda row: process_withdrawal(withdrawal_id=row.pk, by=by))

    @admin.action(description=_("Reject (reason required)"), permissions=["decide"])
    def reject(self, request: HttpRequest, chosen: QuerySet[Withdrawal]) -> None:
        by: Any = request.user
        reason = reason_given(request)
        self.carry_out(
            request,
            chosen if reason else (),
            lambda row: reject_withdrawal(withdrawal_id=row.pk, by=by, reason=reason),
        )

    def has_decide_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("wallet.change_withdrawal")


@admin.register(OwedFee)
class OwedFeeAdmin(ReadOnlyAdmin):
    list_display = ("reference", "user", "payee", "amount", "paid", "written_off", "created_at", "settled_at")
    list_select_related = ("user", "payee")
    search_people = ("user",)
    search_fields = ("reference__exact",)
    sortable_by = ()
    ordering = ("-id",)
    action_form = ReasonForm
    actions = ("write_off",)

    @admin.action(description=_("Write off (reason required)"), permissions=["decide"])
    def write_off(self, request: HttpRequest, chosen: QuerySet[OwedFee]) -> None:
        by: Any = request.user
        reason = reason_given(request)
        self.carry_out(
            request,
            chosen if reason else (),
            lambda fee: write_off_fee(fee_id=fee.pk, by=by, reason=reason),
        )

    def has_decide_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("wallet.change_owedfee")


@admin.register(PayoutBatch)
class PayoutBatchAdmin(ReadOnlyAdmin):
    list_display = ("id", "created_at", "created_by")
    list_select_related = ("created_by",)
    search_fields = ("=id",)
    ordering = ("-id",)
    actions = ("process",)

    @admin.action(description=_("Paid out today"), permissions=["decide"])
    def process(self, request: HttpRequest, chosen: QuerySet[PayoutBatch]) -> None:
        by: Any = request.user
        self.carry_out(request, chosen, lambda batch: process_batch(batch_id=batch.pk, by=by))

    def has_decide_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("wallet.change_withdrawal")


@admin.register(ReferralBonus)
class ReferralBonusAdmin(ReadOnlyAdmin):
    list_display = ("id", "guest", "referrer", "amount", "state", "created_at", "decided_at")
    list_filter = ("state",)
    list_select_related = ("guest", "referrer")
    search_people = ("guest", "referrer")
    search_fields = ("=id",)
    sortable_by = ()
    ordering = ("-id",)
