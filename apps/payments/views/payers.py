"""Payments for payers: the offered gateways, top-ups and the state of a payment."""

from decimal import Decimal
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.generics import ListAPIView
from rest_framework.permissions import SAFE_METHODS, AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.staff_roles.access import staff_may
from apps.accounts.staff_roles.areas import Area, Level
from apps.core.api_schema.parameters import IDEMPOTENCY_KEY
from apps.core.errors import Conflict, NotFound
from apps.core.http.idempotency import idempotent
from apps.core.platform import platform_settings
from apps.core.rate_limits.throttles import ScopedThrottle
from apps.payments.gateways.registry import adapter_of, provider_label, provider_mark
from apps.payments.models import Attempt, ProviderAccount
from apps.payments.port import OutcomeUnknown, ProviderError
from apps.payments.selectors import attempts_of, offered_accounts
from apps.payments.serializers import (
    AttemptSerializer,
    OfferedProviderListSerializer,
    OfferedQuerySerializer,
    SubmitSerializer,
    TopUpSerializer,
)
from apps.payments.services.checking import check, submit
from apps.payments.services.starting import begin_top_up


def offered_providers(amount: Decimal | None = None) -> list[dict[str, Any]]:
    """Return the enabled gateways that support the platform's currency, and `amount` if it is given."""
    return [_offered(account) for account in offered_accounts(platform_settings().code, amount)]


def _offered(account: ProviderAccount) -> dict[str, Any]:
    least, most = adapter_of(account).limits(platform_settings().code)
    return {
        "name": account.provider,
        "label": provider_label(account.provider),
        "mark": provider_mark(account.provider),
        "link": f"{settings.PUBLIC_URL}/api/v1/payments/{account.provider}/start/",
        "min_amount": least,
        "max_amount": most,
    }


class ProvidersView(APIView):
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="payment_providers_list",
        parameters=[OfferedQuerySerializer],
        responses=OfferedProviderListSerializer,
    )
    def get(self, request: Request) -> Response:
        """List the enabled gateways that support the platform's currency, and `amount` if it is given."""
        query = OfferedQuerySerializer(data=request.query_params)
        query.is_valid(raise_exception=True)
        found = offered_providers(query.validated_data.get("amount"))
        return Response(OfferedProviderListSerializer({"results": found}).data)


class TopUpsView(ListAPIView[Attempt]):
    """List the user's payment attempts, newest first."""

    serializer_class = AttemptSerializer
    queryset = Attempt.objects.none()

    def get_queryset(self) -> QuerySet[Attempt]:
        return attempts_of(current_user(self.request))

    @extend_schema(parameters=[IDEMPOTENCY_KEY], request=TopUpSerializer, responses={201: AttemptSerializer})
    @idempotent
    def post(self, request: Request) -> Response:
        """Start a top-up of the user's wallet: no_details_error, no_provider_found."""
        form = TopUpSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        attempt = begin_top_up(user=current_user(request), **form.validated_data)
        return Response(AttemptSerializer(attempt).data, status=status.HTTP_201_CREATED)


def own_attempt(request: Request, ref: str) -> Attempt:
    """Return the attempt, for its payer and staff whose role allows payments. Raises NotFound for others."""
    user = current_user(request)
    level = Level.VIEW if request.method in SAFE_METHODS else Level.CHANGE
    visible = Attempt.objects.all() if staff_may(user, Area.MONEY, level) else attempts_of(user)
    attempt = visible.filter(ref=ref).first()
    if attempt is None:
        raise NotFound("not_found", _("Payment not found."))
    return attempt


class CheckoutView(APIView):
    @extend_schema(operation_id="payments_checkout", responses=AttemptSerializer)
    def get(self, request: Request, ref: str) -> Response:
        """Return an attempt."""
        return Response(AttemptSerializer(own_attempt(request, ref)).data)


class _GatewayCallView(APIView):
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "payment_check"


class CheckView(_GatewayCallView):
    @extend_schema(operation_id="payments_check", request=None, responses=AttemptSerializer)
    def post(self, request: Request, ref: str) -> Response:
        """Query the gateway now and settle its response."""
        attempt = own_attempt(request, ref)
        check(attempt_id=attempt.pk)
        attempt.refresh_from_db()
        return Response(AttemptSerializer(attempt).data)


class SubmitView(_GatewayCallView):
    @extend_schema(operation_id="payments_submit", request=SubmitSerializer, responses=AttemptSerializer)
    def post(self, request: Request, ref: str) -> Response:
        """Charge the token of a gateway's card fields: provider_refused, wrong_status."""
        attempt = own_attempt(request, ref)
        form = SubmitSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        if attempt.user_id != current_user(request).pk or not attempt.is_waiting:
            raise Conflict("wrong_status", _("This payment is no longer open."))
        _submit(attempt, form.validated_data["data"])
        attempt.refresh_from_db()
        return Response(AttemptSerializer(attempt).data)


def _submit(attempt: Attempt, data: dict[str, Any]) -> None:
    try:
        submit(attempt=attempt, data=data)
    except OutcomeUnknown:
        # Polling finds the result; the page shows the payment as pending.
        return
    except ProviderError as error:
        raise Conflict("provider_refused", _("The payment provider declined this payment.")) from error
