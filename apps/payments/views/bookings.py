"""Card payments of a booking."""

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.choices import UserType
from apps.accounts.permissions import anyone_but_staff_may
from apps.accounts.staff_roles.areas import Area
from apps.bookings.models import Booking
from apps.core.api_schema.parameters import IDEMPOTENCY_KEY
from apps.core.errors import NotFound
from apps.core.http.idempotency import idempotent
from apps.payments.selectors import attempts_for
from apps.payments.serializers import AttemptListSerializer, AttemptSerializer, PayBookingSerializer
from apps.payments.services.starting import begin_booking_payment


class BookingPaymentsView(APIView):
    permission_classes = (anyone_but_staff_may(Area.MONEY),)

    @extend_schema(operation_id="payments_of_booking", responses=AttemptListSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """List the attempts to pay a booking by card, newest first, for its rider and admins."""
        user = current_user(request)
        own = (
            Booking.objects.all()
            if user.user_type == UserType.ADMIN
            else Booking.objects.filter(customer=user)
        )
        booking = own.filter(pk=pk).first()
        if booking is None:
            raise NotFound("not_found", _("Booking not found."))
        return Response(AttemptListSerializer({"results": attempts_for(booking)}).data)

    @extend_schema(
        operation_id="payments_pay_booking",
        parameters=[IDEMPOTENCY_KEY],
        request=PayBookingSerializer,
        responses={201: AttemptSerializer},
    )
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        """Start paying a booking by card: wrong_status, payment_expired, wallet_enough if the wallet covers
        all, no_provider_found, provider_refused."""
        form = PayBookingSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        attempt = begin_booking_payment(user=current_user(request), booking_id=pk, **form.validated_data)
        return Response(AttemptSerializer(attempt).data, status=status.HTTP_201_CREATED)
