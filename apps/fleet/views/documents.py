"""Views of documents: the review by staff, and the driver's own."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.models import DriverProfile
from apps.accounts.permissions import IsDriver, staff_or_fleet_admins
from apps.accounts.staff_roles.areas import Area
from apps.accounts.views.photo import UploadView, sent_image
from apps.fleet.documents.review import accept_document, reject_document
from apps.fleet.documents.state import own_documents, required_documents
from apps.fleet.documents.uploads import upload_own_document
from apps.fleet.fitness.limits import assignment_in_force
from apps.fleet.selectors import document_for
from apps.fleet.serializers.documents import (
    AcceptDocumentSerializer,
    OwnDocumentsSerializer,
    OwnDocumentUploadSerializer,
    RejectDocumentSerializer,
    ReviewedDocumentSerializer,
    for_reviewer,
)


class DocumentView(APIView):
    permission_classes = (staff_or_fleet_admins(Area.FLEET),)

    @extend_schema(operation_id="documents_retrieve", responses=ReviewedDocumentSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """Return one document of a driver or vehicle."""
        return _document(request, pk)


class DocumentAcceptView(APIView):
    permission_classes = (staff_or_fleet_admins(Area.FLEET),)

    @extend_schema(
        operation_id="documents_accept",
        request=AcceptDocumentSerializer,
        responses=ReviewedDocumentSerializer,
    )
    def post(self, request: Request, pk: int) -> Response:
        """Accept a document: approval_by_admin, document_changed, document_expired, document_reviewed."""
        by = current_user(request)
        document_for(by, pk)
        form = AcceptDocumentSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        accept_document(by=by, document_id=pk, **form.validated_data)
        return _document(request, pk)


class DocumentRejectView(APIView):
    permission_classes = (staff_or_fleet_admins(Area.FLEET),)

    @extend_schema(
        operation_id="documents_reject",
        request=RejectDocumentSerializer,
        responses=ReviewedDocumentSerializer,
    )
    def post(self, request: Request, pk: int) -> Response:
        """Reject a document with a reason: approval_by_admin, document_changed, document_reviewed."""
        by = current_user(request)
        document_for(by, pk)
        form = RejectDocumentSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        reject_document(by=by, document_id=pk, **form.validated_data)
        return _document(request, pk)


class OwnDocumentsView(UploadView):
    permission_classes = (IsDriver,)

    def get_throttles(self) -> list[BaseThrottle]:
        """Only uploads are throttled."""
        return super().get_throttles() if self.request.method == "POST" else []

    @extend_schema(operation_id="me_documents_list", responses=OwnDocumentsSerializer)
    def get(self, request: Request) -> Response:
        """Return the driver's required documents, and those of the driver and the assigned vehicle."""
        return _own(request)

    @extend_schema(
        operation_id="me_documents_create",
        request={"multipart/form-data": OwnDocumentUploadSerializer},
        responses={201: OwnDocumentsSerializer},
    )
    def post(self, request: Request) -> Response:
        """Submit a document for review: image_invalid, image_too_large, vehicle_missing."""
        image = sent_image(request)
        form = OwnDocumentUploadSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        given = {name: value for name, value in form.validated_data.items() if name != "image"}
        upload_own_document(driver_id=current_user(request).pk, file=image, **given)
        return _own(request, status=status.HTTP_201_CREATED)


def _own(request: Request, *, status: int = status.HTTP_200_OK) -> Response:
    profile = DriverProfile.objects.select_related("user").get(pk=current_user(request).pk)
    documents, assignment = own_documents(profile), assignment_in_force(profile.pk)
    shown = {
        "required": required_documents(profile, documents),
        "documents": documents,
        "vehicle": assignment.vehicle if assignment else None,
    }
    return Response(OwnDocumentsSerializer(shown).data, status=status)


def _document(request: Request, pk: int) -> Response:
    by = current_user(request)
    return Response(ReviewedDocumentSerializer(document_for(by, pk), context=for_reviewer(by)).data)
