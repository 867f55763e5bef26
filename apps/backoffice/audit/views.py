"""The audit log of staff changes."""

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
from apps.backoffice.audit.search import AuditPagination
from apps.backoffice.audit.selectors import filter_entries, kinds, search_condition
from apps.backoffice.audit.serializers import (
    AuditEntrySerializer,
    AuditKindsSerializer,
    AuditQuerySerializer,
)
from apps.core.models import AuditEntry
from apps.core.paging.keyset import Ordering
from apps.core.platform import platform_settings


@extend_schema_view(get=extend_schema(operation_id="audit_list", parameters=[AuditQuerySerializer]))
class AuditView(ListAPIView[AuditEntry]):
    """The audit log, latest first; contacts are masked in demo mode."""

    permission_classes = (IsAdmin,)
    serializer_class = AuditEntrySerializer
    pagination_class = AuditPagination
    queryset = AuditEntry.objects.none()

    @cached_property
    def query(self) -> AuditQuerySerializer:
        form = AuditQuerySerializer(data=self.request.query_params.dict())
        form.is_valid(raise_exception=True)
        return form

    def get_queryset(self) -> QuerySet[AuditEntry]:
        return filter_entries(self.query.filters(), platform_settings())

    def get_search(self) -> SearchVectorExact | None:
        return search_condition(self.query.filters().search)

    def get_ordering(self) -> Ordering:
        return self.query.filters().order()

    def get_serializer_context(self) -> dict[str, Any]:
        return {"settings": platform_settings()}


class AuditKindsView(APIView):
    permission_classes = (IsAdmin,)

    @extend_schema(operation_id="audit_kinds", responses=AuditKindsSerializer)
    def get(self, request: Request) -> Response:
        """The record types in the audit log, for its filter."""
        return Response(AuditKindsSerializer({"results": kinds()}).data)
