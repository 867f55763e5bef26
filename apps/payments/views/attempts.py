"""Payment attempts, for admins."""

from functools import cached_property

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import IsAdmin
from apps.core.errors import NotFound
from apps.core.keyset import Ordering
from apps.core.pagination import OrderedPagination
from apps.payments.admin_serializers import (
    AttemptDetailSerializer,
    AttemptFilterSerializer,
    AttemptRowSerializer,
)
from apps.payments.attempt_list import filter_attempts
from apps.payments.models import Attempt


@extend_schema_view(
    get=extend_schema(operation_id="payments_attempts_list", parameters=[AttemptFilterSerializer])
)
class AttemptsView(ListAPIView[Attempt]):
    """Everyone's attempts to pay, the newest first."""

    permission_classes = (IsAdmin,)
    serializer_class = AttemptRowSerializer
    pagination_class = OrderedPagination
    queryset = Attempt.objects.none()

    @cached_property
    def query(self) -> AttemptFilterSerializer:
        form = AttemptFilterSerializer(data=self.request.query_params.dict())
        form.is_valid(raise_exception=True)
        return form

    def get_queryset(self) -> QuerySet[Attempt]:
        return filter_attempts(self.query.filters())

    def get_ordering(self) -> Ordering:
        return self.query.filters().order()


class AttemptView(APIView):
    permission_classes = (IsAdmin,)

    @extend_schema(operation_id="payments_attempts_retrieve", responses=AttemptDetailSerializer)
    def get(self, request: Request, ref: str) -> Response:
        """One attempt, with what its gateway sent and what was refunded."""
        attempt = Attempt.objects.select_related("user", "booking").filter(ref=ref).first()
        if attempt is None:
            raise NotFound("not_found", _("Not found."))
        return Response(AttemptDetailSerializer(attempt).data)
