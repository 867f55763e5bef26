"""Views of the rights of a person: the account's deletion and, by an admin, the export of the data."""

from django.db import transaction
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_family, current_user
from apps.accounts.permissions import staff_may_use
from apps.accounts.staff_roles.areas import Area
from apps.backoffice.people.delete import delete_own_account
from apps.backoffice.people.lists import person_for
from apps.backoffice.people.serializers import DeleteAccountSerializer
from apps.core.audit import record_access
from apps.core.http.idempotency import idempotent
from apps.core.rate_limits.throttles import ScopedThrottle
from apps.exports.serializers import ExportSerializer
from apps.exports.services import create_data_export
from apps.exports.views import IDEMPOTENCY_KEY, created


class DeleteAccountView(APIView):
    @extend_schema(operation_id="me_delete", request=DeleteAccountSerializer, responses={204: None})
    def post(self, request: Request) -> Response:
        """Delete one's own account: wrong_password, login_too_old, demo_mode, trip_open, wallet_not_empty."""
        form = DeleteAccountSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        user_id, family = current_user(request).pk, current_family(request)
        delete_own_account(user_id=user_id, family=family, **form.validated_data)
        return Response(status=status.HTTP_204_NO_CONTENT)


class PersonDataExportView(APIView):
    permission_classes = (staff_may_use(Area.PEOPLE),)
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "exports"

    @extend_schema(
        operation_id="people_data_export",
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses={201: ExportSerializer},
    )
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        """Request a ZIP file of a user's data, to answer their request: demo_mode, too_many_exports."""
        by = current_user(request)
        person = person_for(by, pk)
        with transaction.atomic():
            export = create_data_export(by=by, person_id=pk)
            record_access(by=by, person=person, action="data_exported", always=True)
        return created(export)
