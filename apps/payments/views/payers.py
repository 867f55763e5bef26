"""Paying: who may be paid through, beginning, and how it stands."""

from decimal import Decimal
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.generics import ListAPIView
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.choices import UserType
from apps.core.errors import Conflict, NotFound
from apps.core.idempotency import idempotent
from apps.core.platform import platform_settings
from apps.core.throttles import ScopedThrottle
from apps.payments.models import Attempt
from apps.payments.port import ProviderError, Unsure
from apps.payments.registry import PROVIDERS
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

IDEMPOTENCY_KEY = OpenApiParameter("Idempotency-Key", str, OpenApiParameter.HEADER)


def offered(amount: Decimal | None = None) -> list[dict[str, str]]:
    """Name, label and the address that starts a payment, of each gateway that may be chosen now.

    With an `amount`, of those that can take it.
    """
    return [
        {
            "name": account.provider,
            "label": PROVIDERS[account.provider].label,
            "link": f"{settings.PUBLIC_URL}/api/v1/payments/{account.provider}/start/",
        }
        for account in offered_accounts(platform_settings().code, amount)
    ]


class ProvidersView(APIView):
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="payment_providers_list",
        parameters=[OfferedQuerySerializer],
        responses=OfferedProviderListSerializer,
    )
    def get(self, request: Request) -> Response:
        """The gateways that are configured and take the platform's currency, and the amount where one is
        named; there may be none."""
        query = OfferedQuerySerializer(data=request.query_params)
        query.is_valid(raise_exception=True)
        found = offered(query.validated_data.get("amount"))
        return Response(OfferedProviderListSerializer({"results": found}).data)


class TopUpsView(ListAPIView[Attempt]):
    """One's attempts to pay, newest first."""

    serializer_class = AttemptSerializer
    queryset = Attempt.objects.none()

    def get_queryset(self) -> QuerySet[Attempt]:
        return attempts_of(current_user(self.request))

    @extend_schema(parameters=[IDEMPOTENCY_KEY], request=TopUpSerializer, responses={201: AttemptSerializer})
    @idempotent
    def post(self, request: Request) -> Response:
        """Begin to put money into one's wallet: no_details_error, no_provider_found."""
        form = TopUpSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        attempt = begin_top_up(user=current_user(request), **form.validated_data)
        return Response(AttemptSerializer(attempt).data, status=status.HTTP_201_CREATED)


def own_attempt(request: Request, ref: str) -> Attempt:
    """The attempt of `ref`, to its payer and to admins; NotFound to everyone else."""
    user = current_user(request)
    found = Attempt.objects.all() if user.user_type == UserType.ADMIN else attempts_of(user)
    attempt = found.filter(ref=ref).first()
    if attempt is None:
        raise NotFound("not_found", _("Payment not found."))
    return attempt


class CheckoutView(APIView):
    @extend_schema(operation_id="payments_checkout", responses=AttemptSerializer)
    def get(self, request: Request, ref: str) -> Response:
        """How an attempt stands."""
        return Response(AttemptSerializer(own_attempt(request, ref)).data)


class _AskingView(APIView):
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "payment_check"


class CheckView(_AskingView):
    @extend_schema(operation_id="payments_check", request=None, responses=AttemptSerializer)
    def post(self, request: Request, ref: str) -> Response:
        """Ask the gateway now; what it says is done."""
        attempt = own_attempt(request, ref)
        check(attempt_id=attempt.pk)
        attempt.refresh_from_db()
        return Response(AttemptSerializer(attempt).data)


class SubmitView(_AskingView):
    @extend_schema(operation_id="payments_submit", request=SubmitSerializer, responses=AttemptSerializer)
    def post(self, request: Request, ref: str) -> Response:
        """Charge by the token that a gateway's fields on our page gave: provider_refused, wrong_status."""
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
    except Unsure:
        # The poller finds out; the page shows that it is not decided.
        return
    except ProviderError as error:
        raise Conflict("provider_refused", _("The payment provider declined this payment.")) from error
