"""Views that import users from a CSV file."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.choices import UserType
from apps.accounts.permissions import staff_or_fleet_admins
from apps.accounts.staff_roles.areas import Area, Level
from apps.backoffice.people.csv_file import fields_of
from apps.backoffice.people.document_serializers import (
    ImportApplySerializer,
    ImportFileSerializer,
    ImportResultSerializer,
)
from apps.backoffice.people.importing import Preview, apply_import, preview_import
from apps.core.errors import Forbidden
from apps.core.http.idempotency import idempotent

IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key", str, OpenApiParameter.HEADER, description="The same key adds people once."
)


class ImportPreviewView(APIView):
    # A preview is the first step of an import.
    permission_classes = (staff_or_fleet_admins(Area.PEOPLE, level=Level.CHANGE),)

    @extend_schema(
        operation_id="people_import_preview", request=ImportFileSerializer, responses=ImportResultSerializer
    )
    def post(self, request: Request) -> Response:
        """Preview an import: import_unreadable, import_too_long."""
        given = _validated(request, ImportFileSerializer)
        return _result(preview_import(by=current_user(request), **given), given["user_type"])


class ImportApplyView(APIView):
    permission_classes = (staff_or_fleet_admins(Area.PEOPLE),)

    @extend_schema(
        operation_id="people_import_apply",
        parameters=[IDEMPOTENCY_KEY],
        request=ImportApplySerializer,
        responses=ImportResultSerializer,
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Import users: import_columns_missing, import_has_errors, email_or_mobile_issue."""
        given = _validated(request, ImportApplySerializer)
        return _result(apply_import(by=current_user(request), **given), given["user_type"])


def _validated(request: Request, form_class: type[ImportFileSerializer]) -> dict[str, Any]:
    form = form_class(data=request.data)
    form.is_valid(raise_exception=True)
    given = dict(form.validated_data)
    given["user_type"] = UserType(given["user_type"])
    if current_user(request).user_type != UserType.ADMIN and given["user_type"] != UserType.DRIVER:
        raise Forbidden("forbidden", _("You don't have permission."))
    return given


def _result(preview: Preview, user_type: UserType) -> Response:
    body = {
        "known_fields": fields_of(user_type),
        "columns": preview.columns,
        "missing": preview.table.missing,
        "total": len(preview.rows),
        "valid": len(preview.good),
        "added": sum(row.user_id is not None for row in preview.rows),
        "rows": preview.rows,
    }
    return Response(ImportResultSerializer(body).data)
