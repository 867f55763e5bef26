"""Who of the staff did what."""

from functools import cached_property
from typing import Any

from django.contrib.postgres.search import SearchVectorExact
from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import IsAdmin
from apps.backoffice.audit.finding import TrailPagination
from apps.backoffice.audit.serializers import (
    AuditEntrySerializer,
    AuditKindsSerializer,
    TrailQuerySerializer,
)
from apps.backoffice.audit.trail import kinds, narrowed, words_of
from apps.core.keyset import Ordering
from apps.core.models import AuditEntry
from apps.core.platform import platform_settings


@extend_schema_view(get=extend_schema(operation_id="audit_list", parameters=[TrailQuerySerializer]))
class AuditView(ListAPIView[AuditEntry]):
    """The audit trail, the latest first; without contacts in demo mode."""

    permission_classes = (IsAdmin,)
    serializer_class = AuditEntrySerializer
    pagination_class = TrailPagination
    queryset = AuditEntry.objects.none()

    @cached_property
    def query(self) -> TrailQuerySerializer:
        form = TrailQuerySerializer(data=self.request.query_params.dict())
        form.is_valid(raise_exception=True)
        return form

    def get_queryset(self) -> QuerySet[AuditEntry]:
        return narrowed(self.query.filters(), platform_settings())

    def get_words(self) -> SearchVectorExact | None:
        return words_of(self.query.filters().search)

    def get_ordering(self) -> Ordering:
        return self.query.filters().order()

    def get_serializer_context(self) -> dict[str, Any]:
        return {"settings": platform_settings()}


class AuditKindsView(APIView):
    permission_classes = (IsAdmin,)

    @extend_schema(operation_id="audit_kinds", responses=AuditKindsSerializer)
    def get(self, request: Request) -> Response:
        """The kinds of things that the trail tells of, for its filter."""
        return Response(AuditKindsSerializer({"results": kinds()}).data)
