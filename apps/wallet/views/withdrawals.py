"""The user's own withdrawals."""

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import status
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.authentication import current_user
from apps.accounts.permissions import HasWallet
from apps.core.api_schema.parameters import IDEMPOTENCY_KEY
from apps.core.http.idempotency import idempotent
from apps.wallet.models import Withdrawal
from apps.wallet.serializers.withdrawals import AmountInputSerializer, WithdrawalSerializer
from apps.wallet.withdrawals.payouts import request_withdrawal
from apps.wallet.withdrawals.withdrawal_list import withdrawals_of


@extend_schema_view(get=extend_schema(operation_id="me_withdrawals_list"))
class OwnWithdrawalsView(ListAPIView[Withdrawal]):
    """The user's withdrawals, newest first."""

    permission_classes = (HasWallet,)
    serializer_class = WithdrawalSerializer
    queryset = Withdrawal.objects.none()

    def get_queryset(self) -> QuerySet[Withdrawal]:
        return withdrawals_of(current_user(self.request).pk)

    @extend_schema(
        operation_id="me_withdrawals_create",
        parameters=[IDEMPOTENCY_KEY],
        request=AmountInputSerializer,
        responses={201: WithdrawalSerializer},
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Request a payout, which is debited at once.

        Errors: withdraw_not_allowed, no_details_error, bank_details_missing, low_balance.
        """
        form = AmountInputSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        withdrawal = request_withdrawal(user=current_user(request), amount=form.validated_data["amount"])
        return Response(WithdrawalSerializer(withdrawal).data, status=status.HTTP_201_CREATED)
