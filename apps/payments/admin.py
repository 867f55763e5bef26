"""Payments in the Django admin, read-only except for a query at the gateway and disabling an account."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from apps.core.django_admin.base import ReadOnlyAdmin
from apps.payments import admin_labels  # noqa: F401  # importing it names the tables and columns
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
    actions = ("query_gateway",)

    @admin.action(description=_("Check status with the provider"), permissions=["query_gateway"])
    def query_gateway(self, request: HttpRequest, chosen: QuerySet[Attempt]) -> None:
        self.carry_out(
            request, chosen, lambda attempt: check_soon(attempt_id=attempt.pk), action="status_checked"
        )

    def has_query_gateway_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("payments.change_attempt")


@admin.register(Notification)
class NotificationAdmin(ReadOnlyAdmin):
    """Received notifications, without the body, which may contain payers' addresses."""

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
    """The accounts at gateways. Credentials are entered in the back office and never shown."""

    list_display = ("provider", "live", "enabled", "check_outcome", "broken_at", "updated_at")
    list_filter = ("enabled", "live")
    search_fields = ("provider",)
    actions = ("disable",)

    @admin.action(description=_("Stop offering"), permissions=["disable"])
    def disable(self, request: HttpRequest, chosen: QuerySet[ProviderAccount]) -> None:
        by: Any = request.user
        self.carry_out(
            request,
            chosen,
            lambda account: set_account(provider=account.provider, live=account.live, enabled=False, by=by),
        )

    def has_disable_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("payments.change_provideraccount")


@admin.register(TestCharge)
class TestChargeAdmin(ReadOnlyAdmin):
    """The payments of the test gateway."""

    list_display = ("ref", "result", "amount", "currency", "refunded_amount")
    list_filter = ("result",)
    search_fields = ("ref__exact",)
    ordering = ("-id",)
