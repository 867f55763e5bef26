"""Exports: requested, watched, fetched, called off."""

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.models import User
from apps.core.errors import NotFound
from apps.core.idempotency import idempotent
from apps.core.throttles import ScopedThrottle
from apps.exports.models import Export
from apps.exports.serializers import CreateExportSerializer, ExportSerializer
from apps.exports.services import cancel_export, create_export, exports_of

IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key", str, OpenApiParameter.HEADER, description="The same key makes one file."
)


class ExportsView(APIView):
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "exports"

    @extend_schema(
        operation_id="exports_create",
        parameters=[IDEMPOTENCY_KEY],
        request=CreateExportSerializer,
        responses={201: ExportSerializer},
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Have a list written to a file: too_many_exports."""
        form = CreateExportSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        export = create_export(by=current_user(request), **form.validated_data)
        export.refresh_from_db()
        return Response(ExportSerializer(export).data, status=status.HTTP_201_CREATED)


class ExportView(APIView):
    @extend_schema(operation_id="exports_retrieve", responses=ExportSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """How far it is, and where the file is."""
        return Response(ExportSerializer(_own_export(current_user(request), pk)).data)

    @extend_schema(operation_id="exports_cancel", request=None, responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Call it off, or throw the file away."""
        cancel_export(_own_export(current_user(request), pk))
        return Response(status=status.HTTP_204_NO_CONTENT)


def _own_export(user: User, pk: int) -> Export:
    export = exports_of(user).filter(pk=pk).first()
    if export is None:
        raise NotFound("not_found", _("Export not found."))
    return export
