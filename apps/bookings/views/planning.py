"""The planned driver's answers."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSet

from apps.accounts.authentication import current_user
from apps.accounts.permissions import IsDriver
from apps.bookings.serializers.scheduled import ScheduledTripListSerializer
from apps.bookings.services.planning import answer_plan
from apps.bookings.trip.scheduled import scheduled_for
from apps.bookings.views.bookings import IDEMPOTENCY_KEY
from apps.core.http.idempotency import idempotent


class PlanAnswers(ViewSet):
    """Errors change nothing: 404 if the trip is not planned for the driver, 409 if it is too late."""

    permission_classes = (IsDriver,)

    @extend_schema(
        operation_id="me_plan_confirm",
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses=ScheduledTripListSerializer,
    )
    @idempotent
    def confirm(self, request: Request, pk: int) -> Response:
        """Confirm a planned trip, and return the scheduled trips."""
        return _answered(request, pk, confirm=True)

    @extend_schema(
        operation_id="me_plan_decline",
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses=ScheduledTripListSerializer,
    )
    @idempotent
    def decline(self, request: Request, pk: int) -> Response:
        """Decline a planned trip, and return the scheduled trips."""
        return _answered(request, pk, confirm=False)


def _answered(request: Request, pk: int, *, confirm: bool) -> Response:
    driver = current_user(request)
    answer_plan(booking_id=pk, confirm=confirm, by=driver)
    return Response(ScheduledTripListSerializer({"results": scheduled_for(driver)}).data)
