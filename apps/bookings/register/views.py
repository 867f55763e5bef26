"""The register for admins, inspectors' access to it, and what their link opens."""

from typing import Any, cast

from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.permissions import staff_may_use
from apps.accounts.staff_roles.areas import Area
from apps.bookings.models import InspectorAccess, RegisterEntry
from apps.bookings.register.files import RegisterFileFilters, file_response
from apps.bookings.register.inspectors import (
    access_of,
    entries_of,
    give_access,
    record_download,
    revoke_access,
)
from apps.bookings.register.register_list import INSPECTION, with_events
from apps.bookings.register.serializers import (
    GiveAccessSerializer,
    InspectionSerializer,
    InspectorAccessesSerializer,
    InspectorAccessSerializer,
    NewInspectorAccessSerializer,
)
from apps.bookings.views.pdf import PDF
from apps.core.rate_limits.throttles import ScopedThrottle
from apps.exports.files import FILE_TYPES
from apps.exports.lists import ListView

FILES = {(200, file_type): OpenApiTypes.BINARY for file_type in (*FILE_TYPES, PDF)}


class RegisterFileView(APIView):
    permission_classes = (staff_may_use(Area.REGISTER),)

    @extend_schema(
        operation_id="register_file",
        parameters=[RegisterFileFilters],
        responses=FILES,
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Return the filtered register as a file: export_too_large."""
        query = RegisterFileFilters.parse(request.query_params.dict())
        return file_response(query.apply(with_events(RegisterEntry.objects.all())), query)


class InspectorAccessesView(APIView):
    permission_classes = (staff_may_use(Area.REGISTER),)

    @extend_schema(operation_id="inspector_accesses", responses=InspectorAccessesSerializer)
    def get(self, request: Request) -> Response:
        """List the accesses, the newest first."""
        accesses = InspectorAccess.objects.order_by("-id")[:200]
        return Response(InspectorAccessesSerializer({"results": accesses}).data)

    @extend_schema(
        operation_id="inspector_accesses_create",
        request=GiveAccessSerializer,
        responses={201: NewInspectorAccessSerializer},
    )
    def post(self, request: Request) -> Response:
        """Give an inspector access, and return the link once."""
        form = GiveAccessSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        access, url = give_access(by=current_user(request), **form.validated_data)
        data = {**InspectorAccessSerializer(access).data, "url": url}
        return Response(data, status=status.HTTP_201_CREATED, headers={"Cache-Control": "no-store"})


class InspectorAccessView(APIView):
    permission_classes = (staff_may_use(Area.REGISTER),)

    @extend_schema(operation_id="inspector_accesses_revoke", responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Revoke an access; its link no longer opens: not_found."""
        revoke_access(by=current_user(request), access_id=pk)
        return Response(status=status.HTTP_204_NO_CONTENT)


class InspectionReply(APIView):
    """A reply for an inspector's link: limited in rate, and not stored by browsers."""

    throttle_classes = (ScopedThrottle,)
    throttle_scope = "guest"

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response["Cache-Control"] = "no-store"
        return super().finalize_response(request, response, *args, **kwargs)


class InspectionView(InspectionReply):
    """Open to anyone who has the link, until the access ends."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(operation_id="inspection", responses=InspectionSerializer, auth=[])
    def get(self, request: Request, token: str) -> Response:
        """Return whose access it is, for which days and until when: inspection_ended."""
        return Response(InspectionSerializer(access_of(token)).data)


class InspectionRegisterView(InspectionReply, ListView):
    """The register of the access's days: inspection_ended."""

    spec = INSPECTION
    authentication_classes = ()
    permission_classes = (AllowAny,)

    def get_queryset(self) -> QuerySet[Any]:
        access = access_of(self.kwargs["token"])
        return cast("QuerySet[Any]", self.query.apply(with_events(entries_of(access))))


class InspectionFileView(InspectionReply, APIView):
    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="inspection_file",
        parameters=[RegisterFileFilters],
        responses=FILES,
        auth=[],
    )
    def get(self, request: Request, token: str) -> HttpResponseBase:
        """Return the filtered register of the access's days as a file: inspection_ended, export_too_large."""
        access = access_of(token)
        query = RegisterFileFilters.parse(request.query_params.dict())
        response = file_response(query.apply(with_events(entries_of(access))), query)
        record_download(access)
        return response
