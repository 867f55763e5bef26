"""What people do to a booking: each call is one move of the lifecycle."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.viewsets import ViewSet

from apps.accounts.authentication import current_user
from apps.bookings.guards import WrongCode
from apps.bookings.serializers.booking import AssignedBookingSerializer, BookingSerializer
from apps.bookings.serializers.requests import (
    ApplyPromoSerializer,
    AssignSerializer,
    CancelSerializer,
    CompleteSerializer,
    ForceEndSerializer,
    PaySerializer,
    ReachSerializer,
    SearchSerializer,
    StartSerializer,
)
from apps.bookings.services import cancelling, offers, payment, trip
from apps.bookings.views.bookings import IDEMPOTENCY_KEY, booking_reply
from apps.core.api_errors import exception_handler
from apps.core.idempotency import idempotent

Shape = type[Serializer[Any]]


def described(
    name: str, *, request: Shape | None = None, responses: Shape = BookingSerializer
) -> Callable[..., Any]:
    """A move in the schema."""
    return extend_schema(
        operation_id=f"bookings_{name}", parameters=[IDEMPOTENCY_KEY], request=request, responses=responses
    )


class BookingMoves(ViewSet):
    """Every refusal leaves the booking as it was: 404 unseen, 403 not yours to do, 409 not now."""

    @described("accept")
    @idempotent
    def accept(self, request: Request, pk: int) -> Response:
        """A driver takes the booking; all but the first hear already_taken or offer_gone."""
        user = current_user(request)
        return booking_reply(user, offers.accept_booking(booking_id=pk, by=user))

    @described("decline")
    @idempotent
    def decline(self, request: Request, pk: int) -> Response:
        """A driver refuses the booking, and is not asked for it again."""
        user = current_user(request)
        return booking_reply(user, offers.decline_offer(booking_id=pk, by=user))

    @described("search", request=SearchSerializer)
    @idempotent
    def search(self, request: Request, pk: int) -> Response:
        """Nobody was found: the rider waits on, or has the circle widened: still_searching."""
        user, form = current_user(request), _form(SearchSerializer, request)
        widen = form["action"] == "widen"
        return booking_reply(user, offers.search_again(booking_id=pk, widen=widen, by=user))

    @described("assign", request=AssignSerializer, responses=AssignedBookingSerializer)
    @idempotent
    def assign(self, request: Request, pk: int) -> Response:
        """An admin chooses the driver to ask; only with auto dispatch off."""
        user, form = current_user(request), _form(AssignSerializer, request)
        booking = offers.assign_driver(booking_id=pk, driver_id=form["driver_id"], by=user)
        return booking_reply(user, booking, detail=_("Driver assigned successfully and notified"))

    @described("arrive")
    @idempotent
    def arrive(self, request: Request, pk: int) -> Response:
        """The driver is at the pickup."""
        user = current_user(request)
        return booking_reply(user, trip.arrive(booking_id=pk, by=user))

    @described("start", request=StartSerializer)
    @idempotent
    def start(self, request: Request, pk: int) -> Response:
        """The trip begins; with the rider's code where a ride has one: wrong_code, otp_locked; of a
        delivery image_required."""
        user, form = current_user(request), _form(StartSerializer, request)
        try:
            return booking_reply(user, trip.start_trip(booking_id=pk, otp=form["otp"], by=user))
        except WrongCode as refusal:
            return _answered(refusal)

    @described("reach", request=ReachSerializer)
    @idempotent
    def reach(self, request: Request, pk: int) -> Response:
        """The trip ends, and is priced by what was driven; a delivery with the code where there is one:
        wrong_code, otp_locked, image_required."""
        user, form = current_user(request), _form(ReachSerializer, request)
        try:
            return booking_reply(user, trip.reach(booking_id=pk, otp=form["otp"], by=user))
        except WrongCode as refusal:
            return _answered(refusal)

    @described("force_end", request=ForceEndSerializer)
    @idempotent
    def force_end(self, request: Request, pk: int) -> Response:
        """An admin ends a trip that hangs."""
        user, form = current_user(request), _form(ForceEndSerializer, request)
        return booking_reply(user, trip.force_end(booking_id=pk, reason=form["reason"], by=user))

    @described("collect_cash")
    @idempotent
    def collect_cash(self, request: Request, pk: int) -> Response:
        """The driver has the money in hand."""
        user = current_user(request)
        return booking_reply(user, payment.collect_cash(booking_id=pk, by=user))

    @described("request_payment")
    @idempotent
    def request_payment(self, request: Request, pk: int) -> Response:
        """The driver leaves the payment to the rider's app."""
        user = current_user(request)
        return booking_reply(user, payment.request_payment(booking_id=pk, by=user))

    @described("pay", request=PaySerializer)
    @idempotent
    def pay(self, request: Request, pk: int) -> Response:
        """The rider pays from the wallet, after a trip or before a delivery: low_balance, payment_expired."""
        user = current_user(request)
        _form(PaySerializer, request)
        return booking_reply(user, payment.pay_from_wallet(booking_id=pk, by=user))

    @described("apply_promo", request=ApplyPromoSerializer)
    @idempotent
    def apply_promo(self, request: Request, pk: int) -> Response:
        """The rider takes a promo before paying: promo_not_found, promo_expired, promo_min_order,
        promo_already_used, promo_limit_reached."""
        user, form = current_user(request), _form(ApplyPromoSerializer, request)
        return booking_reply(user, payment.apply_promo(booking_id=pk, by=user, **form))

    @described("remove_promo")
    @idempotent
    def remove_promo(self, request: Request, pk: int) -> Response:
        """The rider does without the promo: promo_not_applied."""
        user = current_user(request)
        return booking_reply(user, payment.remove_promo(booking_id=pk, by=user))

    @described("complete", request=CompleteSerializer)
    @idempotent
    def complete(self, request: Request, pk: int) -> Response:
        """The rider closes the trip, with one to five stars or none."""
        user, form = current_user(request), _form(CompleteSerializer, request)
        return booking_reply(user, payment.complete_booking(booking_id=pk, by=user, **form))

    @described("cancel", request=CancelSerializer)
    @idempotent
    def cancel(self, request: Request, pk: int) -> Response:
        """The rider or an admin cancels; a driver gives the booking back: no_cancel_reason, demo_mode,
        too_late_to_cancel. What was never paid for needs no reason."""
        user, form = current_user(request), _form(CancelSerializer, request)
        return booking_reply(user, cancelling.cancel_booking(booking_id=pk, by=user, **form))


def _answered(refusal: WrongCode) -> Response:
    """Answered, not raised: raising would roll the counted try back with the idempotency key."""
    reply = exception_handler(refusal, {})
    assert reply is not None
    return reply


def _form(shape: Shape, request: Request) -> dict[str, Any]:
    form = shape(data=request.data)
    form.is_valid(raise_exception=True)
    data: dict[str, Any] = form.validated_data
    return data
