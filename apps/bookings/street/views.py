"""The endpoints of street trips."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.permissions import IsDriver
from apps.bookings.guests.links import open_passenger_link
from apps.bookings.serializers.booking import BookingSerializer
from apps.bookings.serializers.guests import PassengerLinkSerializer
from apps.bookings.street.pricing import meter_of
from apps.bookings.street.rules import require_street_trips
from apps.bookings.street.serializers import MeterSerializer, StartStreetTripSerializer
from apps.bookings.street.starting import start_street_trip
from apps.bookings.views.bookings import IDEMPOTENCY_KEY, booking_reply
from apps.core.http.idempotency import idempotent
from apps.core.platform import platform_settings
from apps.core.qr_codes import qr_code


class MeterView(APIView):
    permission_classes = (IsDriver,)

    @extend_schema(operation_id="me_meter", responses=MeterSerializer)
    def get(self, request: Request) -> Response:
        """Return what a street trip in the driver's car costs now: street_trips_off, driver_not_available."""
        settings = platform_settings()
        require_street_trips(settings)
        return Response(MeterSerializer(meter_of(current_user(request), settings)).data)


class PassengerLinkView(APIView):
    permission_classes = (IsDriver,)

    @extend_schema(operation_id="bookings_passenger_link", request=None, responses=PassengerLinkSerializer)
    def post(self, request: Request, pk: int) -> Response:
        """Return the link of the driver's street trip with its QR code, for the passenger: wrong_status.

        It opens the trip, its payment and its receipt, until a day after the end.
        """
        url = open_passenger_link(booking_id=pk, driver=current_user(request))
        return Response(PassengerLinkSerializer({"url": url, "qr_code": qr_code(url)}).data)


class StreetTripsView(APIView):
    permission_classes = (IsDriver,)

    @extend_schema(
        operation_id="me_start_street_trip",
        parameters=[IDEMPOTENCY_KEY],
        request=StartStreetTripSerializer,
        responses={201: BookingSerializer},
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Start a metered trip of a passenger who flagged the car down, at the driver's last position.

        Errors: street_trips_off, stale_position, terms_due, and those of accepting a booking.
        """
        user = current_user(request)
        form = StartStreetTripSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        given = form.validated_data
        booking = start_street_trip(
            by=user,
            drop=given["drop"],
            name=given["passenger_name"],
            phone=given["passenger_phone"],
        )
        return booking_reply(user, booking, code=status.HTTP_201_CREATED)
