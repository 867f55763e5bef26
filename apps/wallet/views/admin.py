"""The admins' side of wallets: paying out, refusing, bank files, giving money, looking into a wallet."""

from functools import cached_property
from typing import Any
from uuid import uuid4

from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import status
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.models import User
from apps.accounts.permissions import IsAdmin
from apps.core.errors import NotFound
from apps.core.idempotency import HEADER, idempotent
from apps.core.keyset import Ordering
from apps.core.pagination import OrderedPagination
from apps.core.platform import platform_settings
from apps.exports.choices import ExportFormat
from apps.exports.direct import direct_export
from apps.exports.files import FILE_TYPES
from apps.wallet.batches import bank_table, batch_of, batches, create_batch, process_batch
from apps.wallet.corrections import debit_by_admin
from apps.wallet.fees import write_off_fee
from apps.wallet.models import PayoutBatch, Withdrawal
from apps.wallet.owed import fees_of
from apps.wallet.selectors import balance_of
from apps.wallet.serializers.owed import OwedFeeListSerializer, OwedFeeSerializer, WriteOffFeeSerializer
from apps.wallet.serializers.wallet import MoveListQuerySerializer
from apps.wallet.serializers.withdrawals import (
    CreateBatchSerializer,
    CreditedSerializer,
    CreditSerializer,
    DebitSerializer,
    PayoutBatchSerializer,
    ProcessSerializer,
    RejectSerializer,
    WithdrawalListQuerySerializer,
    WithdrawalRowSerializer,
)
from apps.wallet.services import credit_by_admin
from apps.wallet.views.own import MovesView
from apps.wallet.withdrawal_list import filter_withdrawals, withdrawals_table
from apps.wallet.withdrawals import process_withdrawal, reject_withdrawal

IDEMPOTENCY_KEY = OpenApiParameter("Idempotency-Key", str, OpenApiParameter.HEADER)


@extend_schema_view(
    get=extend_schema(operation_id="withdrawals_list", parameters=[WithdrawalListQuerySerializer])
)
class WithdrawalsView(ListAPIView[Withdrawal]):
    """Everyone's withdrawals, the newest first unless asked otherwise, in pages or as a file."""

    permission_classes = (IsAdmin,)
    serializer_class = WithdrawalRowSerializer
    file_types = FILE_TYPES
    pagination_class = OrderedPagination
    queryset = Withdrawal.objects.none()

    @cached_property
    def query(self) -> WithdrawalListQuerySerializer:
        form = WithdrawalListQuerySerializer(data=self.request.query_params.dict())
        form.is_valid(raise_exception=True)
        return form

    def get_queryset(self) -> QuerySet[Withdrawal]:
        return filter_withdrawals(self.query.filters())

    def get_ordering(self) -> Ordering:
        return self.query.filters().order()

    def get_serializer_context(self) -> dict[str, Any]:
        return {"settings": platform_settings()}

    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:  # type: ignore[override]  # a file too
        if format := self.query.validated_data["format"]:
            return direct_export("withdrawals", format, withdrawals_table(self.query.filters()))
        return self.list(request, *args, **kwargs)


class ProcessView(APIView):
    permission_classes = (IsAdmin,)

    @extend_schema(
        operation_id="withdrawals_process",
        parameters=[IDEMPOTENCY_KEY],
        request=ProcessSerializer,
        responses=WithdrawalRowSerializer,
    )
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        """Say that it was paid, once: demo_mode, already_processed, already_rejected."""
        form = ProcessSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        process_withdrawal(withdrawal_id=pk, by=current_user(request), **form.validated_data)
        return _row(pk)


class RejectView(APIView):
    permission_classes = (IsAdmin,)

    @extend_schema(
        operation_id="withdrawals_reject",
        parameters=[IDEMPOTENCY_KEY],
        request=RejectSerializer,
        responses=WithdrawalRowSerializer,
    )
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        """Give the money back to the wallet, once: demo_mode, already_processed, already_rejected."""
        form = RejectSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        reject_withdrawal(withdrawal_id=pk, by=current_user(request), **form.validated_data)
        return _row(pk)


@extend_schema_view(get=extend_schema(operation_id="withdrawals_batches_list"))
class BatchesView(ListAPIView[PayoutBatch]):
    """The files for the bank, the newest first."""

    permission_classes = (IsAdmin,)
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
        """Put withdrawals into a new file: demo_mode, nothing_to_pay, withdrawal_in_batch,
        bank_details_missing, already_processed, already_rejected."""
        form = CreateBatchSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        batch = create_batch(by=current_user(request), **form.validated_data)
        return Response(PayoutBatchSerializer(batch).data, status=status.HTTP_201_CREATED)


class BatchFileView(APIView):
    permission_classes = (IsAdmin,)

    @extend_schema(
        operation_id="withdrawals_batches_file", responses={(200, "text/csv"): OpenApiTypes.BINARY}
    )
    def get(self, request: Request, pk: int) -> HttpResponseBase:
        """The file, as CSV."""
        batch = batch_of(pk)
        return direct_export(f"bank-{batch.pk}", ExportFormat.CSV, bank_table(batch))


class BatchProcessView(APIView):
    permission_classes = (IsAdmin,)

    @extend_schema(
        operation_id="withdrawals_batches_process",
        parameters=[IDEMPOTENCY_KEY],
        request=ProcessSerializer,
        responses=PayoutBatchSerializer,
    )
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        """Say that all of a file was paid: demo_mode, already_processed."""
        form = ProcessSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        batch = process_batch(batch_id=pk, by=current_user(request), **form.validated_data)
        return Response(PayoutBatchSerializer(batch).data)


class CreditView(APIView):
    permission_classes = (IsAdmin,)

    @extend_schema(
        operation_id="users_wallet_credit",
        parameters=[IDEMPOTENCY_KEY],
        request=CreditSerializer,
        responses={201: CreditedSerializer},
    )
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        """Add money to someone's wallet: no_details_error."""
        form = CreditSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        by = current_user(request)
        key = f"{by.pk}:{request.headers.get(HEADER) or uuid4()}"
        entry = credit_by_admin(user_id=pk, by=by, key=key, **form.validated_data)
        credited = {"reference": entry.reference, "balance": balance_of(pk)}
        return Response(CreditedSerializer(credited).data, status=status.HTTP_201_CREATED)


class DebitView(APIView):
    permission_classes = (IsAdmin,)

    @extend_schema(
        operation_id="users_wallet_debit",
        parameters=[IDEMPOTENCY_KEY],
        request=DebitSerializer,
        responses={201: CreditedSerializer},
    )
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        """Take money out of a wallet to correct a credit: no_details_error, note_required, low_balance,
        demo_mode."""
        form = DebitSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        by = current_user(request)
        key = f"{by.pk}:{request.headers.get(HEADER) or uuid4()}"
        entry = debit_by_admin(user_id=pk, by=by, key=key, **form.validated_data)
        debited = {"reference": entry.reference, "balance": balance_of(pk)}
        return Response(CreditedSerializer(debited).data, status=status.HTTP_201_CREATED)


class OwedFeesView(APIView):
    permission_classes = (IsAdmin,)

    @extend_schema(operation_id="users_owed_fees", responses=OwedFeeListSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """The fees that a rider ever owed, newest first."""
        return Response(OwedFeeListSerializer({"results": fees_of(_person(pk))}).data)


class WriteOffFeeView(APIView):
    permission_classes = (IsAdmin,)

    @extend_schema(
        operation_id="owed_fees_write_off",
        parameters=[IDEMPOTENCY_KEY],
        request=WriteOffFeeSerializer,
        responses=OwedFeeSerializer,
    )
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        """Let a rider off what is left of a fee: demo_mode, fee_settled."""
        form = WriteOffFeeSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        fee = write_off_fee(fee_id=pk, by=current_user(request), **form.validated_data)
        return Response(OwedFeeSerializer(fee).data)


@extend_schema_view(
    get=extend_schema(operation_id="users_wallet_history_list", parameters=[MoveListQuerySerializer])
)
class UserHistoryView(MovesView):
    """The movements of someone's wallet, for admins."""

    permission_classes = (IsAdmin,)

    def get_owner(self) -> int:
        return _person(self.kwargs["pk"])


def _person(pk: int) -> int:
    if not User.objects.filter(pk=pk).exists():
        raise NotFound("not_found", _("User not found."))
    return pk


def _row(pk: int) -> Response:
    row = Withdrawal.objects.select_related("user", "decided_by").get(pk=pk)
    return Response(WithdrawalRowSerializer(row, context={"settings": platform_settings()}).data)
