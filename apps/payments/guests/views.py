"""Card payments by the link of a rider without an account."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from apps.bookings.guests.links import booking_of_guest
from apps.bookings.models import Booking
from apps.bookings.views.guests import GuestView
from apps.core.api_schema.parameters import IDEMPOTENCY_KEY
from apps.core.http.idempotency import once
from apps.payments.guests.payment import guest_payment
from apps.payments.guests.serializers import (
    GuestAttemptSerializer,
    GuestPaymentSerializer,
    PayAsGuestSerializer,
)
from apps.payments.services.checking import check
from apps.payments.services.starting import begin_booking_payment


class GuestPaymentView(GuestView):
    @extend_schema(operation_id="guest_payment", responses=GuestPaymentSerializer, auth=[])
    def get(self, request: Request, token: str) -> Response:
        """Return the amount to pay, the gateways and the last payment: share_not_found."""
        return _payment(booking_of_guest(token))

    @extend_schema(
        operation_id="guest_payment_begin",
        parameters=[IDEMPOTENCY_KEY],
        request=PayAsGuestSerializer,
        responses={201: GuestAttemptSerializer},
        auth=[],
    )
    def post(self, request: Request, token: str) -> Response:
        """Start paying the booking by card: share_not_found, wrong_status, payment_expired,
        no_provider_found, provider_refused.
        """
        booking = booking_of_guest(token)
        form = PayAsGuestSerializer(data=request.data)
        form.is_valid(raise_exception=True)

        def begin() -> Response:
            attempt = begin_booking_payment(
                user=booking.customer, booking_id=booking.pk, by_guest=True, **form.validated_data
            )
            return Response(GuestAttemptSerializer(attempt).data, status=status.HTTP_201_CREATED)

        return once(request, user_id=booking.customer_id, work=begin)


class GuestPaymentCheckView(GuestView):
    throttle_scope = "payment_check"

    @extend_schema(
        operation_id="guest_payment_check", request=None, responses=GuestPaymentSerializer, auth=[]
    )
    def post(self, request: Request, token: str) -> Response:
        """Query the gateway of the last payment now and settle its response: share_not_found."""
        booking = booking_of_guest(token)
        attempt = guest_payment(booking).attempt
        if attempt is not None and attempt.is_waiting:
            check(attempt_id=attempt.pk)
        return _payment(booking_of_guest(token))


def _payment(booking: Booking) -> Response:
    return Response(GuestPaymentSerializer(guest_payment(booking)).data)
