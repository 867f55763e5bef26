"""Checkouts in the Django admin: money moves by services alone; operators look, and ask the gateway."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from apps.core.django_admin.base import ReadOnlyAdmin
from apps.payments.models import Attempt, Notification, ProviderAccount, Refund, TestCharge
from apps.payments.services.accounts import set_account
from apps.payments.services.checking import check_soon


@admin.register(Attempt)
class AttemptAdmin(ReadOnlyAdmin):
    list_display = ("ref", "provider", "live", "user", "amount", "currency", "state", "problem", "created_at")
    list_filter = ("state", "provider", "live")
    search_people = ("user",)
    search_fields = ("ref__exact",)
    sortable_by = ()
    ordering = ("-id",)
    list_select_related = ("user",)
    actions = ("ask",)

    @admin.action(description=_("Check status with the provider"), permissions=["ask"])
    def ask(self, request: HttpRequest, chosen: QuerySet[Attempt]) -> None:
        self.carry_out(request, chosen, lambda attempt: check_soon(attempt_id=attempt.pk), action="asked")

    def has_ask_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("payments.change_attempt")


@admin.register(Notification)
class NotificationAdmin(ReadOnlyAdmin):
    """What gateways sent; without its body, which may contain payers' addresses."""

    audit_kind = "payment_notification"
    exclude = ("headers", "query", "body")
    sortable_by = ()
    ordering = ("-id",)
    list_display = ("id", "provider", "verdict", "reason", "attempt", "received_at")
    list_filter = ("verdict", "provider")
    search_fields = ("attempt__ref__exact",)
    list_select_related = ("attempt",)


@admin.register(Refund)
class RefundAdmin(ReadOnlyAdmin):
    list_display = ("ref", "attempt", "amount", "state", "problem", "created_at")
    list_filter = ("state",)
    search_fields = ("ref__exact", "attempt__ref__exact")
    sortable_by = ()
    ordering = ("-id",)
    list_select_related = ("attempt",)


@admin.register(ProviderAccount)
class ProviderAccountAdmin(ReadOnlyAdmin):
    """Which gateways are offered; credentials are entered in the back office, and shown nowhere."""

    list_display = ("provider", "live", "enabled", "check_outcome", "broken_at", "updated_at")
    list_filter = ("enabled", "live")
    search_fields = ("provider",)
    actions = ("take_out",)

    @admin.action(description=_("Stop offering"), permissions=["take_out"])
    def take_out(self, request: HttpRequest, chosen: QuerySet[ProviderAccount]) -> None:
        by: Any = request.user
        self.carry_out(
            request,
            chosen,
            lambda account: set_account(provider=account.provider, live=account.live, enabled=False, by=by),
        )

    def has_take_out_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("payments.change_provideraccount")


@admin.register(TestCharge)
class TestChargeAdmin(ReadOnlyAdmin):
    """The test gateway's own books."""

    list_display = ("ref", "result", "amount", "currency", "refunded_amount")
    list_filter = ("result",)
    search_fields = ("ref__exact",)
    ordering = ("-id",)
