"""One's own money: the balance, how it came about, and a driver's earnings."""

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.permissions import IsDriver
from apps.core.platform import platform_settings
from apps.wallet import selectors
from apps.wallet.models import Posting
from apps.wallet.serializers import EarningsSerializer, WalletHistorySerializer, WalletSerializer


class WalletView(APIView):
    @extend_schema(responses=WalletSerializer)
    def get(self, request: Request) -> Response:
        """What one's wallet holds."""
        balance = selectors.balance_of(current_user(request).pk)
        return Response(WalletSerializer({"balance": balance}).data)


class WalletHistoryView(ListAPIView[Posting]):
    """The movements of one's wallet, newest first."""

    serializer_class = WalletHistorySerializer
    queryset = Posting.objects.none()

    def get_queryset(self) -> QuerySet[Posting]:
        return selectors.history_of(current_user(self.request).pk)


class EarningsView(APIView):
    permission_classes = (IsDriver,)

    @extend_schema(responses=EarningsSerializer)
    def get(self, request: Request) -> Response:
        """A driver's shares of today, of this month and of all time."""
        earnings = selectors.earnings_of(current_user(request).pk, platform_settings().tz)
        return Response(EarningsSerializer(earnings).data)
