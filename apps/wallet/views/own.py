"""The user's own wallet and a driver's earnings."""

from functools import cached_property
from typing import Any

from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.permissions import IsDriver
from apps.core.money import ZERO
from apps.core.platform import platform_settings
from apps.exports.direct import direct_export
from apps.exports.files import FILE_TYPES
from apps.wallet import selectors
from apps.wallet.history.entries import movements_of, movements_table
from apps.wallet.models import Posting
from apps.wallet.referrals import locked_bonus_of, withdrawable
from apps.wallet.serializers.wallet import (
    EarningsSerializer,
    MovementListQuerySerializer,
    WalletHistorySerializer,
    WalletSerializer,
)
from apps.wallet.trips.owed import open_fees
from apps.wallet.withdrawals.payouts import lacks_account, may_withdraw


class WalletView(APIView):
    @extend_schema(responses=WalletSerializer)
    def get(self, request: Request) -> Response:
        """Return the balance, the owed fees, and what can be withdrawn."""
        user, settings = current_user(request), platform_settings()
        balance, locked = selectors.balance_of(user.pk), locked_bonus_of(user.pk)
        fees = open_fees([user.pk])
        wallet = {
            "balance": balance,
            "withdrawable": withdrawable(balance=balance, locked=locked),
            "locked_bonus": locked,
            "owed": sum((fee.left for fee in fees), ZERO),
            "owed_fees": fees,
            "may_withdraw": may_withdraw(user, settings),
            "lacks_account": lacks_account(user, settings),
        }
        return Response(WalletSerializer(wallet).data)


class MovementsView(ListAPIView[Posting]):
    """The movements of the wallet of `get_owner`, newest first, as pages or a file."""

    serializer_class = WalletHistorySerializer
    file_types = FILE_TYPES
    queryset = Posting.objects.none()

    @cached_property
    def query(self) -> MovementListQuerySerializer:
        form = MovementListQuerySerializer(data=self.request.query_params.dict())
        form.is_valid(raise_exception=True)
        return form

    def get_owner(self) -> int:
        return current_user(self.request).pk

    def get_queryset(self) -> QuerySet[Posting]:
        if getattr(self, "swagger_fake_view", False):
            return Posting.objects.none()
        return movements_of(self.get_owner(), self.query.filters())

    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:  # type: ignore[override]  # a file too
        if format := self.query.validated_data["format"]:
            return direct_export("wallet", format, movements_table(self.get_owner(), self.query.filters()))
        return self.list(request, *args, **kwargs)


@extend_schema_view(
    get=extend_schema(operation_id="me_wallet_history_list", parameters=[MovementListQuerySerializer])
)
class WalletHistoryView(MovementsView):
    """The movements of the user's own wallet, newest first."""


class EarningsView(APIView):
    permission_classes = (IsDriver,)

    @extend_schema(responses=EarningsSerializer)
    def get(self, request: Request) -> Response:
        """Return the driver's shares of today, this month and in total."""
        earnings = selectors.earnings_of(current_user(request).pk, platform_settings().tz)
        return Response(EarningsSerializer(earnings).data)
