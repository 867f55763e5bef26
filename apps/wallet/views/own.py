"""The user's own wallet and a driver's earnings."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.permissions import IsDriver
from apps.core.money import ZERO
from apps.core.platform import platform_settings
from apps.wallet import selectors
from apps.wallet.referrals import locked_bonus_of, withdrawable
from apps.wallet.serializers.wallet import (
    EarningsSerializer,
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


class EarningsView(APIView):
    permission_classes = (IsDriver,)

    @extend_schema(responses=EarningsSerializer)
    def get(self, request: Request) -> Response:
        """Return the driver's shares of today, this month and in total."""
        earnings = selectors.earnings_of(current_user(request).pk, platform_settings().tz)
        return Response(EarningsSerializer(earnings).data)
