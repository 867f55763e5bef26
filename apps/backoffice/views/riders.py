"""Lists wallet owners for admins."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework.generics import ListAPIView

from apps.accounts.models import User
from apps.accounts.permissions import staff_may_use
from apps.accounts.staff_roles.areas import Area
from apps.backoffice.riders import wallet_owners
from apps.backoffice.serializers import WalletOwnerSerializer
from apps.core.http.query_params import text_param
from apps.core.platform import platform_settings

MAX_SEARCH_LENGTH = 80


@extend_schema_view(
    get=extend_schema(
        operation_id="wallets_list",
        parameters=[OpenApiParameter("search", str, description="How names, e-mail or mobile begin.")],
    )
)
class WalletOwnersView(ListAPIView[User]):
    """Riders and drivers with their balances, newest first; masked in demo mode."""

    permission_classes = (staff_may_use(Area.MONEY),)
    serializer_class = WalletOwnerSerializer
    queryset = User.objects.none()

    def get_queryset(self) -> QuerySet[User]:
        words = text_param(self.request, "search", most=MAX_SEARCH_LENGTH)
        return wallet_owners(platform_settings(), search=words)

    def get_serializer_context(self) -> dict[str, Any]:
        return {"settings": platform_settings()}
