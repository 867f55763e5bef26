"""Looking people up, for admins."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework.generics import ListAPIView

from apps.accounts.models import User
from apps.accounts.permissions import IsAdmin
from apps.backoffice.riders import riders, wallet_owners
from apps.backoffice.serializers import RiderRowSerializer, WalletOwnerSerializer
from apps.core.platform import platform_settings

LONGEST_SEARCH = 80


@extend_schema_view(
    get=extend_schema(
        operation_id="riders_list",
        parameters=[OpenApiParameter("search", str, description="How names, e-mail or mobile begin.")],
    )
)
class RidersView(ListAPIView[User]):
    """Riders, the newest first; in demo mode without their e-mail addresses and numbers."""

    permission_classes = (IsAdmin,)
    serializer_class = RiderRowSerializer
    queryset = User.objects.none()

    def get_queryset(self) -> QuerySet[User]:
        return riders(
            platform_settings(), search=self.request.query_params.get("search", "")[:LONGEST_SEARCH]
        )

    def get_serializer_context(self) -> dict[str, Any]:
        return {"settings": platform_settings()}


@extend_schema_view(
    get=extend_schema(
        operation_id="wallets_list",
        parameters=[OpenApiParameter("search", str, description="How names, e-mail or mobile begin.")],
    )
)
class WalletOwnersView(RidersView):
    """Riders and drivers, the newest first, with what their wallets hold; masked as riders are."""

    serializer_class = WalletOwnerSerializer

    def get_queryset(self) -> QuerySet[User]:
        return wallet_owners(
            platform_settings(), search=self.request.query_params.get("search", "")[:LONGEST_SEARCH]
        )
