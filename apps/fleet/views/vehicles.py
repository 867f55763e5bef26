"""Views of vehicles, their assignments and documents, for staff."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.permissions import staff_or_fleet_admins
from apps.accounts.staff_roles.areas import Area
from apps.accounts.views.photo import UploadView, sent_image
from apps.exports.lists import ListView
from apps.fleet.documents.uploads import add_vehicle_document
from apps.fleet.lists import VEHICLES
from apps.fleet.selectors import document_for, documents_visible_to, vehicle_for
from apps.fleet.serializers.documents import (
    DocumentUploadSerializer,
    ReviewedDocumentSerializer,
    ReviewedDocumentsSerializer,
    for_reviewer,
)
from apps.fleet.serializers.vehicles import (
    AssignmentFormSerializer,
    AssignmentsSerializer,
    VehicleFormSerializer,
    VehicleSerializer,
)
from apps.fleet.vehicles.assignments import assign_vehicle, end_assignment
from apps.fleet.vehicles.records import add_vehicle, delete_vehicle, edit_vehicle


class VehiclesView(ListView):
    """All vehicles with their drivers, the newest first; fleet admins get those of their fleet."""

    spec = VEHICLES

    @extend_schema(
        operation_id="vehicles_create", request=VehicleFormSerializer, responses={201: VehicleSerializer}
    )
    def post(self, request: Request) -> Response:
        """Add a vehicle: plate_taken."""
        form = VehicleFormSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        added = add_vehicle(by=current_user(request), values=form.validated_data)
        return _vehicle(request, added.pk, status=status.HTTP_201_CREATED)


class VehicleView(APIView):
    permission_classes = (staff_or_fleet_admins(Area.FLEET),)

    @extend_schema(operation_id="vehicles_retrieve", responses=VehicleSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """Return one vehicle with its driver."""
        return _vehicle(request, pk)

    @extend_schema(operation_id="vehicles_update", request=VehicleFormSerializer, responses=VehicleSerializer)
    def patch(self, request: Request, pk: int) -> Response:
        """Change a vehicle: plate_taken, driver_on_trip, vehicle_assigned."""
        form = VehicleFormSerializer(data=request.data, partial=True)
        form.is_valid(raise_exception=True)
        edit_vehicle(by=current_user(request), vehicle_id=pk, changes=form.validated_data)
        return _vehicle(request, pk)

    @extend_schema(operation_id="vehicles_delete", request=None, responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Delete a vehicle that was never assigned: vehicle_in_use, demo_mode."""
        delete_vehicle(by=current_user(request), vehicle_id=pk)
        return Response(status=status.HTTP_204_NO_CONTENT)


class VehicleAssignView(APIView):
    permission_classes = (staff_or_fleet_admins(Area.FLEET),)

    @extend_schema(
        operation_id="vehicles_assign", request=AssignmentFormSerializer, responses=VehicleSerializer
    )
    def post(self, request: Request, pk: int) -> Response:
        """Assign the vehicle to a driver, now or later: driver_on_trip, vehicle_inactive, vehicle_taken."""
        by = current_user(request)
        vehicle_for(by, pk)
        form = AssignmentFormSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        assign_vehicle(by=by, vehicle_id=pk, **form.validated_data)
        return _vehicle(request, pk)


class VehicleUnassignView(APIView):
    permission_classes = (staff_or_fleet_admins(Area.FLEET),)

    @extend_schema(operation_id="vehicles_unassign", request=None, responses=VehicleSerializer)
    def post(self, request: Request, pk: int) -> Response:
        """End the assignment and drop planned ones: driver_on_trip, nothing_assigned."""
        end_assignment(by=current_user(request), vehicle_id=pk)
        return _vehicle(request, pk)


class VehicleAssignmentsView(APIView):
    permission_classes = (staff_or_fleet_admins(Area.FLEET),)

    @extend_schema(operation_id="vehicles_assignments", responses=AssignmentsSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """Return the vehicle's planned, current and last 100 assignments, the latest first."""
        rows = vehicle_for(current_user(request), pk).assignments.select_related("driver")
        return Response(AssignmentsSerializer({"results": rows.order_by("-starts_at", "-id")[:100]}).data)


class VehicleDocumentsView(UploadView):
    permission_classes = (staff_or_fleet_admins(Area.FLEET),)

    def get_throttles(self) -> list[BaseThrottle]:
        """Only uploads are throttled."""
        return super().get_throttles() if self.request.method == "POST" else []

    @extend_schema(operation_id="vehicles_documents_list", responses=ReviewedDocumentsSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """Return the vehicle's documents, the newest first."""
        by = current_user(request)
        vehicle_for(by, pk)
        rows = documents_visible_to(by).filter(vehicle_id=pk).order_by("-id")
        return Response(ReviewedDocumentsSerializer({"results": rows}, context=for_reviewer(by)).data)

    @extend_schema(
        operation_id="vehicles_documents_add",
        request={"multipart/form-data": DocumentUploadSerializer},
        responses={201: ReviewedDocumentSerializer},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Add a document of the vehicle: image_invalid, image_too_large."""
        by = current_user(request)
        vehicle_for(by, pk)
        image = sent_image(request)
        form = DocumentUploadSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        given = {name: value for name, value in form.validated_data.items() if name != "image"}
        added = add_vehicle_document(by=by, vehicle_id=pk, file=image, **given)
        shown = ReviewedDocumentSerializer(document_for(by, added.pk), context=for_reviewer(by))
        return Response(shown.data, status=status.HTTP_201_CREATED)


def _vehicle(request: Request, pk: int, *, status: int = status.HTTP_200_OK) -> Response:
    return Response(VehicleSerializer(vehicle_for(current_user(request), pk)).data, status=status)
