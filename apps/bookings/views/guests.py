"""What the link of a booking does for its rider, and the link itself for staff."""

from typing import Any

from django.http import HttpResponseBase
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
from apps.bookings.guests.links import booking_of_guest, open_guest_link, revoke_guest_link
from apps.bookings.guests.text import request_guest_text
from apps.bookings.models import Booking
from apps.bookings.receipt.facts import receipt_of
from apps.bookings.serializers.guests import GuestLinkSerializer, GuestTripSerializer
from apps.bookings.serializers.receipt import ReceiptFormatSerializer, ReceiptSerializer
from apps.bookings.serializers.requests import CancelPreviewSerializer, CancelSerializer
from apps.bookings.services.cancelling import cancel_booking, preview_cancellation
from apps.bookings.trip.live import live_of
from apps.bookings.views.pdf import PDF
from apps.bookings.views.receipt import receipt_response
from apps.core.platform import platform_settings
from apps.core.rate_limits.throttles import ScopedThrottle


class GuestLinkView(APIView):
    permission_classes = (staff_may_use(Area.BOOKINGS),)

    @extend_schema(operation_id="bookings_guest_link", request=None, responses=GuestLinkSerializer)
    def post(self, request: Request, pk: int) -> Response:
        """Send the rider the link to the booking by SMS, and return it: wrong_status."""
        url = open_guest_link(booking_id=pk, by=current_user(request))
        request_guest_text(booking_id=pk)
        return Response(GuestLinkSerializer({"url": url}).data)

    @extend_schema(operation_id="bookings_guest_link_revoke", responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Revoke the link."""
        revoke_guest_link(booking_id=pk, by=current_user(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class GuestView(APIView):
    """Open to anyone who has the link; every reply is for this booking only."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "guest"

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response["Cache-Control"] = "no-store"
        return super().finalize_response(request, response, *args, **kwargs)


class GuestTripView(GuestView):
    @extend_schema(operation_id="guest_trip", responses=GuestTripSerializer, auth=[])
    def get(self, request: Request, token: str) -> Response:
        """Return the booking of a link: share_not_found."""
        return _trip(booking_of_guest(token))


class GuestCancelPreviewView(GuestView):
    @extend_schema(operation_id="guest_cancel_preview", responses=CancelPreviewSerializer, auth=[])
    def get(self, request: Request, token: str) -> Response:
        """Return the fee of a cancellation now: share_not_found, wrong_status."""
        booking = booking_of_guest(token)
        preview = preview_cancellation(booking, by=booking.customer)
        return Response(CancelPreviewSerializer(preview).data)


class GuestCancelView(GuestView):
    @extend_schema(
        operation_id="guest_cancel", request=CancelSerializer, responses=GuestTripSerializer, auth=[]
    )
    def post(self, request: Request, token: str) -> Response:
        """Cancel the booking as its rider: fee_changed, share_not_found, no_cancel_reason,
        too_late_to_cancel, wrong_status.
        """
        booking = booking_of_guest(token)
        form = CancelSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        cancel_booking(booking_id=booking.pk, by=booking.customer, **form.validated_data)
        return _trip(booking_of_guest(token))


class GuestReceiptView(GuestView):
    @extend_schema(
        operation_id="guest_receipt",
        parameters=[ReceiptFormatSerializer],
        responses={(200, "application/json"): ReceiptSerializer, (200, PDF): OpenApiTypes.BINARY},
        auth=[],
    )
    def get(self, request: Request, token: str) -> HttpResponseBase:
        """Return the receipt as JSON, or as a PDF in the language of the request: no_receipt,
        share_not_found.
        """
        booking = booking_of_guest(token)
        form = ReceiptFormatSerializer(data=request.query_params)
        form.is_valid(raise_exception=True)
        receipt = receipt_of(booking, reader=booking.customer, settings=platform_settings())
        return receipt_response(receipt, form.validated_data["format"])


def _trip(booking: Booking) -> Response:
    return Response(GuestTripSerializer(booking, context={"live": live_of(booking)}).data)
