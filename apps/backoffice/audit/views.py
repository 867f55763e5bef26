"""The audit log of staff changes."""

from django.contrib.postgres.search import SearchVectorExact
from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import staff_may_use
from apps.accounts.staff_roles.areas import Area
from apps.backoffice.audit.audit_list import AUDIT
from apps.backoffice.audit.selectors import filter_entries, kinds, search_condition
from apps.backoffice.audit.serializers import AuditKindsSerializer
from apps.core.models import AuditEntry
from apps.core.platform import platform_settings
from apps.exports.lists import ListView


class AuditView(ListView):
    """The audit log, latest first; contacts are masked in demo mode."""

    spec = AUDIT

    def get_queryset(self) -> QuerySet[AuditEntry]:
        return filter_entries(self.query, platform_settings())

    def get_search(self) -> SearchVectorExact | None:
        return search_condition(self.query.search_terms)


class AuditKindsView(APIView):
    permission_classes = (staff_may_use(Area.AUDIT),)

    @extend_schema(operation_id="audit_kinds", responses=AuditKindsSerializer)
    def get(self, request: Request) -> Response:
        """The record types in the audit log, for its filter."""
        return Response(AuditKindsSerializer({"results": kinds()}).data)
