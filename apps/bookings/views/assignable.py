"""The drivers that an admin can assign."""

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.permissions import staff_may_use
from apps.accounts.staff_roles.areas import Area
from apps.bookings.dispatch.assignable import assignable_drivers
from apps.bookings.serializers.assignable import AssignableDriverListSerializer
from apps.bookings.views.bookings import own_booking
from apps.core.http.query_params import text_param


class AssignableDriversView(APIView):
    permission_classes = (staff_may_use(Area.BOOKINGS),)

    @extend_schema(
        operation_id="bookings_drivers",
        parameters=[OpenApiParameter("search", str, description="Names or a number plate.")],
        responses=AssignableDriverListSerializer,
    )
    def get(self, request: Request, pk: int) -> Response:
        """List the drivers of the booking's car type by arrival time."""
        booking = own_booking(current_user(request), pk)
        drivers = assignable_drivers(booking, search=text_param(request, "search", most=80))
        return Response(AssignableDriverListSerializer({"results": drivers}).data)
