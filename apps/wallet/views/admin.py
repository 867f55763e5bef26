"""The admins' views of wallets: payouts, bank files, credits, debits and history."""

from uuid import uuid4

from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import status
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.models import User
from apps.accounts.permissions import staff_may_use
from apps.accounts.staff_roles.areas import Area
from apps.core.api_schema.parameters import IDEMPOTENCY_KEY
from apps.core.approvals import Waiting, WaitingApprovalSerializer, waiting_reply
from apps.core.errors import NotFound
from apps.core.http.idempotency import HEADER, idempotent
from apps.core.platform import platform_settings
from apps.exports.choices import ExportFormat
from apps.exports.direct import direct_export
from apps.exports.lists import ListView
from apps.wallet.corrections import credit_or_hold, debit_or_hold
from apps.wallet.history.entries import WALLET_OF_USER
from apps.wallet.models import PayoutBatch, Withdrawal
from apps.wallet.selectors import balance_of
from apps.wallet.serializers.owed import OwedFeeListSerializer, OwedFeeSerializer, WriteOffFeeSerializer
from apps.wallet.serializers.withdrawals import (
    CreateBatchSerializer,
    CreditedSerializer,
    CreditSerializer,
    DebitSerializer,
    PayoutBatchSerializer,
    ProcessSerializer,
    RejectSerializer,
    WithdrawalRowSerializer,
)
from apps.wallet.trips.fees import write_off_fee
from apps.wallet.trips.owed import fees_of
from apps.wallet.withdrawals.batches import (
    bank_table,
    batch_of,
    batches,
    create_batch,
    process_batch_or_hold,
)
from apps.wallet.withdrawals.payouts import process_or_hold, reject_withdrawal


class ProcessView(APIView):
    permission_classes = (staff_may_use(Area.MONEY),)

    @extend_schema(
        operation_id="withdrawals_process",
        parameters=[IDEMPOTENCY_KEY],
        request=ProcessSerializer,
        responses={200: WithdrawalRowSerializer, 202: WaitingApprovalSerializer},
    )
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        """Mark a withdrawal as paid, once; above the limit another admin must approve it (202).

        Errors: demo_mode, already_processed, already_rejected, approval_waiting.
        """
        form = ProcessSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        held = process_or_hold(withdrawal_id=pk, by=current_user(request), **form.validated_data)
        return _row(pk) if held is None else waiting_reply(held)


class RejectView(APIView):
    permission_classes = (staff_may_use(Area.MONEY),)

    @extend_schema(
        operation_id="withdrawals_reject",
        parameters=[IDEMPOTENCY_KEY],
        request=RejectSerializer,
        responses=WithdrawalRowSerializer,
    )
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        """Reject a withdrawal and refund it to the wallet, once.

        Errors: demo_mode, already_processed, already_rejected, approval_waiting.
        """
        form = RejectSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        reject_withdrawal(withdrawal_id=pk, by=current_user(request), **form.validated_data)
        return _row(pk)


@extend_schema_view(get=extend_schema(operation_id="withdrawals_batches_list"))
class BatchesView(ListAPIView[PayoutBatch]):
    """The bank files, the newest first."""

    permission_classes = (staff_may_use(Area.MONEY),)
    serializer_class = PayoutBatchSerializer
    queryset = PayoutBatch.objects.none()

    def get_queryset(self) -> QuerySet[PayoutBatch]:
        return batches()

    @extend_schema(
        operation_id="withdrawals_batches_create",
        parameters=[IDEMPOTENCY_KEY],
        request=CreateBatchSerializer,
        responses={201: PayoutBatchSerializer},
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Create a bank file.

        Errors: demo_mode, nothing_to_pay, withdrawal_in_batch, bank_details_missing, already_processed,
        already_rejected, approval_waiting.
        """
        form = CreateBatchSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        batch = create_batch(by=current_user(request), **form.validated_data)
        return Response(PayoutBatchSerializer(batch).data, status=status.HTTP_201_CREATED)


class BatchFileView(APIView):
    permission_classes = (staff_may_use(Area.MONEY),)

    @extend_schema(
        operation_id="withdrawals_batches_file", responses={(200, "text/csv"): OpenApiTypes.BINARY}
    )
    def get(self, request: Request, pk: int) -> HttpResponseBase:
        """Download the file as CSV."""
        batch = batch_of(pk)
        return direct_export(f"bank-{batch.pk}", ExportFormat.CSV, bank_table(batch))


class BatchProcessView(APIView):
    permission_classes = (staff_may_use(Area.MONEY),)

    @extend_schema(
        operation_id="withdrawals_batches_process",
        parameters=[IDEMPOTENCY_KEY],
        request=ProcessSerializer,
        responses={200: PayoutBatchSerializer, 202: WaitingApprovalSerializer},
    )
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        """Mark all withdrawals of a file as paid; above the limit another admin must approve it (202).

        Errors: demo_mode, already_processed, approval_waiting.
        """
        form = ProcessSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        done = process_batch_or_hold(batch_id=pk, by=current_user(request), **form.validated_data)
        return (
            waiting_reply(done) if isinstance(done, Waiting) else Response(PayoutBatchSerializer(done).data)
        )


class CreditView(APIView):
    permission_classes = (staff_may_use(Area.MONEY),)

    @extend_schema(
        operation_id="users_wallet_credit",
        parameters=[IDEMPOTENCY_KEY],
        request=CreditSerializer,
        responses={201: CreditedSerializer, 202: WaitingApprovalSerializer},
    )
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        """Credit a user's wallet; above the limit another admin must approve it (202).

        Errors: no_details_error, approval_waiting.
        """
        form = CreditSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        by = current_user(request)
        key = f"{by.pk}:{request.headers.get(HEADER) or uuid4()}"
        entry = credit_or_hold(user_id=pk, by=by, key=key, **form.validated_data)
        if isinstance(entry, Waiting):
            return waiting_reply(entry)
        credited = {"reference": entry.reference, "balance": balance_of(pk)}
        return Response(CreditedSerializer(credited).data, status=status.HTTP_201_CREATED)


class DebitView(APIView):
    permission_classes = (staff_may_use(Area.MONEY),)

    @extend_schema(
        operation_id="users_wallet_debit",
        parameters=[IDEMPOTENCY_KEY],
        request=DebitSerializer,
        responses={201: CreditedSerializer, 202: WaitingApprovalSerializer},
    )
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        """Debit a wallet to correct a credit; above the limit another admin must approve it (202).

        Errors: no_details_error, note_required, low_balance, demo_mode, approval_waiting.
        """
        form = DebitSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        by = current_user(request)
        key = f"{by.pk}:{request.headers.get(HEADER) or uuid4()}"
        entry = debit_or_hold(user_id=pk, by=by, key=key, **form.validated_data)
        if isinstance(entry, Waiting):
            return waiting_reply(entry)
        debited = {"reference": entry.reference, "balance": balance_of(pk)}
        return Response(CreditedSerializer(debited).data, status=status.HTTP_201_CREATED)


class OwedFeesView(APIView):
    permission_classes = (staff_may_use(Area.MONEY),)

    @extend_schema(operation_id="users_owed_fees", responses=OwedFeeListSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """List all owed fees of a rider, newest first."""
        return Response(OwedFeeListSerializer({"results": fees_of(_existing_user(pk).pk)}).data)


class WriteOffFeeView(APIView):
    permission_classes = (staff_may_use(Area.MONEY),)

    @extend_schema(
        operation_id="owed_fees_write_off",
        parameters=[IDEMPOTENCY_KEY],
        request=WriteOffFeeSerializer,
        responses=OwedFeeSerializer,
    )
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        """Write off the rest of a fee: demo_mode, fee_settled."""
        form = WriteOffFeeSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        fee = write_off_fee(fee_id=pk, by=current_user(request), **form.validated_data)
        return Response(OwedFeeSerializer(fee).data)


class UserHistoryView(ListView):
    """The movements of a user's wallet."""

    spec = WALLET_OF_USER

    def get_reader(self) -> User:
        return _existing_user(self.kwargs["pk"])


def _existing_user(pk: int) -> User:
    user = User.objects.filter(pk=pk).first()
    if user is None:
        raise NotFound("not_found", _("User not found."))
    return user


def _row(pk: int) -> Response:
    row = Withdrawal.objects.select_related("user", "decided_by").get(pk=pk)
    return Response(WithdrawalRowSerializer(row, context={"settings": platform_settings()}).data)
