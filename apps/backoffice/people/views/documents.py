"""Views of driver documents."""

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.permissions import staff_or_fleet_admins
from apps.accounts.profile.documents import documents_of
from apps.accounts.staff_roles.areas import Area
from apps.accounts.views.photo import UploadView, sent_image
from apps.backoffice.people.document_serializers import (
    DocumentChangesSerializer,
    DriverDocumentSerializer,
    DriverDocumentsSerializer,
    NewDocumentSerializer,
)
from apps.backoffice.people.driver_documents import add_document, delete_document, edit_document
from apps.backoffice.people.lists import person_for
from apps.core.audit import record_access
from apps.core.errors import BadInput
from apps.core.platform import platform_settings
from apps.fleet.selectors import document_for


class PersonDocumentsView(UploadView):
    permission_classes = (staff_or_fleet_admins(Area.FLEET),)

    def get_throttles(self) -> list[BaseThrottle]:
        """Only uploads are throttled."""
        return super().get_throttles() if self.request.method == "POST" else []

    @extend_schema(operation_id="people_documents_list", responses=DriverDocumentsSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """Return the driver's documents, the licence first."""
        by = current_user(request)
        record_access(by=by, person=person_for(by, pk), action="viewed_documents")
        shown = DriverDocumentsSerializer(
            {"results": documents_of(pk)}, context={"settings": platform_settings()}
        )
        return Response(shown.data)

    @extend_schema(
        operation_id="people_documents_add",
        request={"multipart/form-data": NewDocumentSerializer},
        responses={201: DriverDocumentSerializer},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Add a driver's document; a new licence replaces the old one: image_invalid, image_too_large."""
        by = current_user(request)
        person_for(by, pk)
        image = sent_image(request)
        form = NewDocumentSerializer(data=request.data)
        if not form.is_valid():
            fields = {name: _("This value isn't allowed.") for name in form.errors}
            raise BadInput("invalid", _("Some values aren't allowed."), fields=fields)
        given = {name: value for name, value in form.validated_data.items() if name != "image"}
        document = add_document(by=by, driver_id=pk, file=image, **given)
        return _shown(request, document.pk, status=status.HTTP_201_CREATED)


class DriverDocumentView(APIView):
    permission_classes = (staff_or_fleet_admins(Area.FLEET),)

    @extend_schema(
        operation_id="driver_documents_update",
        request=DocumentChangesSerializer,
        responses=DriverDocumentSerializer,
    )
    def patch(self, request: Request, pk: int) -> Response:
        """Accept, reject or edit a document: approval_by_admin, document_expired."""
        by = current_user(request)
        document_for(by, pk)
        form = DocumentChangesSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        edit_document(by=by, document_id=pk, changes=form.validated_data)
        return _shown(request, pk)

    @extend_schema(operation_id="driver_documents_delete", request=None, responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Delete a document: demo_mode."""
        delete_document(by=current_user(request), document_id=pk)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _shown(request: Request, pk: int, *, status: int = status.HTTP_200_OK) -> Response:
    document = document_for(current_user(request), pk)
    context = {"settings": platform_settings()}
    return Response(DriverDocumentSerializer(document, context=context).data, status=status)
