"""Payment accounts and refunds, for admins."""

from typing import Any, Final

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.permissions import staff_may_use
from apps.accounts.staff_roles.areas import Area
from apps.core.api_schema.parameters import IDEMPOTENCY_KEY
from apps.core.errors import NotFound
from apps.core.http.idempotency import idempotent
from apps.payments.gateways.credentials import Unreadable
from apps.payments.gateways.registry import provider_type, providers
from apps.payments.models import ProviderAccount
from apps.payments.selectors import is_complete
from apps.payments.serializers import (
    AccountListSerializer,
    AccountSerializer,
    RefundSerializer,
    RequestRefundSerializer,
    SetAccountSerializer,
)
from apps.payments.services.accounts import check_account, set_account
from apps.payments.services.refunding import request_refund
from apps.payments.views.payers import own_attempt

MODES: Final = {"test": False, "live": True}


def account_json(account: ProviderAccount) -> dict[str, Any]:
    """Return the account's JSON, without secrets."""
    provider = provider_type(account.provider)
    values: dict[str, str] = {}
    readable = True
    try:
        values = account.credentials
    except Unreadable:
        readable = False
    return {
        "provider": account.provider,
        "label": provider.label,
        "mark": provider.mark,
        "docs_url": provider.docs_url,
        "mode": "live" if account.live else "test",
        "enabled": account.enabled,
        "complete": readable and is_complete(account, values),
        "readable": readable,
        "currencies": sorted(provider.currencies) if provider.currencies is not None else None,
        "broken": account.broken_at is not None,
        "check": (
            {"outcome": account.check_outcome, "reason": account.check_reason, "at": account.checked_at}
            if account.checked_at
            else None
        ),
        "webhook_url": settings.PUBLIC_URL + reverse("payment-webhook", args=[account.provider]),
        "webhook_events": list(provider.webhook_events),
        "credentials": [
            {
                "name": credential.name,
                "secret": credential.secret,
                "required": credential.required,
                "choices": list(credential.choices),
                "example": credential.example,
                "is_set": bool(values.get(credential.name)),
                "value": None if credential.secret else values.get(credential.name, ""),
            }
            for credential in provider.credentials
        ],
    }


class AccountsView(APIView):
    permission_classes = (staff_may_use(Area.MONEY),)

    @extend_schema(operation_id="payment_accounts_list", responses=AccountListSerializer)
    def get(self, request: Request) -> Response:
        """List every gateway in both modes, configured or not."""
        stored = {(row.provider, row.live): row for row in ProviderAccount.objects.all()}
        rows = [
            account_json(stored.get((name, live)) or ProviderAccount(provider=name, live=live))
            for name in providers()
            for live in (False, True)
        ]
        return Response(AccountListSerializer({"results": rows}).data)


class AccountView(APIView):
    permission_classes = (staff_may_use(Area.MONEY),)

    @extend_schema(
        operation_id="payment_accounts_set", request=SetAccountSerializer, responses=AccountSerializer
    )
    def put(self, request: Request, provider: str, mode: str) -> Response:
        """Store credentials, or enable or disable a mode: demo_mode, invalid, not_configured.

        The gateway checks credentials before they are offered: credentials_refused, credentials_unchecked.
        """
        if mode not in MODES:
            raise NotFound("not_found", _("Choose test or live mode."))
        form = SetAccountSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        account = set_account(
            provider=provider, live=MODES[mode], by=current_user(request), **form.validated_data
        )
        return Response(AccountSerializer(account_json(account)).data)


class AccountCheckView(APIView):
    permission_classes = (staff_may_use(Area.MONEY),)

    @extend_schema(operation_id="payment_accounts_check", request=None, responses=AccountSerializer)
    def post(self, request: Request, provider: str, mode: str) -> Response:
        """Check the stored credentials by a call that changes nothing: demo_mode, not_configured.

        `check` is the result. An enabled account with rejected credentials is no longer offered.
        """
        if mode not in MODES:
            raise NotFound("not_found", _("Choose test or live mode."))
        account = check_account(provider=provider, live=MODES[mode], by=current_user(request))
        return Response(AccountSerializer(account_json(account)).data)


class RefundView(APIView):
    permission_classes = (staff_may_use(Area.MONEY),)

    @extend_schema(
        operation_id="payments_refund",
        parameters=[IDEMPOTENCY_KEY],
        request=RequestRefundSerializer,
        responses={201: RefundSerializer},
    )
    @idempotent
    def post(self, request: Request, ref: str) -> Response:
        """Refund from the payer's wallet: no_details_error, not_refundable, low_balance."""
        attempt = own_attempt(request, ref)
        form = RequestRefundSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        refund = request_refund(ref=attempt.ref, by=current_user(request), **form.validated_data)
        return Response(RefundSerializer(refund).data, status=status.HTTP_201_CREATED)
