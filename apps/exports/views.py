"""Views of exports: request, progress, download, cancel."""

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.models import User
from apps.core.errors import NotFound
from apps.core.http.idempotency import idempotent
from apps.core.rate_limits.throttles import ScopedThrottle
from apps.exports.models import Export
from apps.exports.serializers import CreateExportSerializer, ExportSerializer
from apps.exports.services import (
    cancel_export,
    create_data_export,
    create_export,
    exports_of,
    require_readable,
)

IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key", str, OpenApiParameter.HEADER, description="Requests with the same key create one file."
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
        """Request a file of a list: pdf_too_long, too_many_exports."""
        form = CreateExportSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        return created(create_export(by=current_user(request), **form.validated_data))


class DataExportView(APIView):
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "exports"

    @extend_schema(
        operation_id="me_data_export",
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses={201: ExportSerializer},
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Request a ZIP file of one's own data: demo_mode, too_many_exports."""
        user = current_user(request)
        return created(create_data_export(by=user, person_id=user.pk))


class ExportView(APIView):
    @extend_schema(operation_id="exports_retrieve", responses=ExportSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """Return the progress and the URL of the file; forbidden if the user may no longer read the list."""
        user = current_user(request)
        export = _own_export(user, pk)
        require_readable(export, by=user)
        return Response(ExportSerializer(export).data)

    @extend_schema(operation_id="exports_cancel", request=None, responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Cancel the export or delete its file."""
        cancel_export(_own_export(current_user(request), pk))
        return Response(status=status.HTTP_204_NO_CONTENT)


def _own_export(user: User, pk: int) -> Export:
    export = exports_of(user).filter(pk=pk).first()
    if export is None:
        raise NotFound("not_found", _("Export not found."))
    return export


def created(export: Export) -> Response:
    """Return a new export."""
    export.refresh_from_db()
    return Response(ExportSerializer(export).data, status=status.HTTP_201_CREATED)
