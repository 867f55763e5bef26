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
from apps.bookings.serializers.booking import AssignedBookingSerializer, BookingSerializer
from apps.bookings.serializers.requests import (
    AdjustFareSerializer,
    ApplyPromoSerializer,
    AssignSerializer,
    BookLaterSerializer,
    CancelSerializer,
    CompleteSerializer,
    EditBookingSerializer,
    ForceEndSerializer,
    NoShowSerializer,
    PaySerializer,
    RateRiderSerializer,
    ReachSerializer,
    ReasonSerializer,
    ReassignSerializer,
    RecordPaymentSerializer,
    RefundSerializer,
    SearchSerializer,
    ShownAmountSerializer,
    StartSerializer,
    TipSerializer,
)
from apps.bookings.services import cancelling, editing, offers, payment, trip
from apps.bookings.state_machine.guards import WrongCode
from apps.bookings.state_machine.transitions import PhoneReport
from apps.bookings.views.bookings import IDEMPOTENCY_KEY, booking_reply
from apps.core.http.api_errors import exception_handler
from apps.core.http.idempotency import idempotent

Shape = type[Serializer[Any]]


def described(
    name: str, *, request: Shape | None = None, responses: Shape = BookingSerializer
) -> Callable[..., Any]:
    """A move in the schema."""
    return extend_schema(
        operation_id=f"bookings_{name}",
        parameters=[IDEMPOTENCY_KEY],
        request=request,
        responses={200: responses},
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
        """No driver was found: the rider waits on, or has the search widened: still_searching. Staff may
        search again at any time: not_released."""
        user, form = current_user(request), _form(SearchSerializer, request)
        widen = form["action"] == "widen"
        return booking_reply(user, offers.search_again(booking_id=pk, widen=widen, by=user))

    @described("book_later", request=BookLaterSerializer)
    @idempotent
    def book_later(self, request: Request, pk: int) -> Response:
        """No driver was found: the rider puts the trip off: past_booking_error, still_searching."""
        user, form = current_user(request), _form(BookLaterSerializer, request)
        booking = offers.book_later(booking_id=pk, trip_date=form["trip_date"], by=user)
        return booking_reply(user, booking)

    @described("assign", request=AssignSerializer, responses=AssignedBookingSerializer)
    @idempotent
    def assign(self, request: Request, pk: int) -> Response:
        """An admin chooses the driver to ask; only with auto dispatch off."""
        user, form = current_user(request), _form(AssignSerializer, request)
        booking = offers.assign_driver(booking_id=pk, driver_id=form["driver_id"], by=user)
        return booking_reply(user, booking, detail=_("Driver assigned successfully and notified"))

    @described("unassign", request=ReasonSerializer)
    @idempotent
    def unassign(self, request: Request, pk: int) -> Response:
        """An admin removes the driver before the start: no_cancel_reason, too_late_to_cancel, demo_mode."""
        user, form = current_user(request), _form(ReasonSerializer, request)
        return booking_reply(user, offers.unassign_driver(booking_id=pk, by=user, **form))

    @described("reassign", request=ReassignSerializer, responses=AssignedBookingSerializer)
    @idempotent
    def reassign(self, request: Request, pk: int) -> Response:
        """An admin removes the driver and offers the booking to another: as unassign, and already_assigned,
        driver_busy, driver_not_available, low_balance."""
        user, form = current_user(request), _form(ReassignSerializer, request)
        booking = offers.reassign_driver(booking_id=pk, by=user, **form)
        return booking_reply(user, booking, detail=_("Driver assigned successfully and notified"))

    @described("edit", request=EditBookingSerializer)
    @idempotent
    def edit(self, request: Request, pk: int) -> Response:
        """An admin edits places, car type or time before the start: booking_changed, booking_unchanged,
        amount_changed, quote_expired, past_booking_error, too_late_to_edit, other_category, demo_mode."""
        user, form = current_user(request), _form(EditBookingSerializer, request)
        booking = editing.edit_booking(
            booking_id=pk,
            revision=form["revision"],
            quote_id=form["quote_id"],
            is_retimed="trip_date" in form,
            trip_date=form.get("trip_date"),
            charged=form.get("charged"),
            left_to_pay=form.get("left_to_pay"),
            by=user,
        )
        return booking_reply(user, booking)

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
            booking = trip.start_trip(booking_id=pk, otp=form["otp"], by=user, phone=_phone(form))
            return booking_reply(user, booking)
        except WrongCode as refusal:
            return _answered(refusal)

    @described("reach", request=ReachSerializer)
    @idempotent
    def reach(self, request: Request, pk: int) -> Response:
        """The trip ends, and is priced by what was driven; a delivery with the code where there is one:
        wrong_code, otp_locked, image_required. Announced positions are waited for, two seconds at most."""
        user, form = current_user(request), _form(ReachSerializer, request)
        try:
            booking = trip.reach(booking_id=pk, otp=form["otp"], by=user, phone=_phone(form))
            return booking_reply(user, booking)
        except WrongCode as refusal:
            return _answered(refusal)

    @described("force_end", request=ForceEndSerializer)
    @idempotent
    def force_end(self, request: Request, pk: int) -> Response:
        """An admin ends a trip that hangs."""
        user, form = current_user(request), _form(ForceEndSerializer, request)
        return booking_reply(user, trip.force_end(booking_id=pk, reason=form["reason"], by=user))

    @described("collect_cash", request=ShownAmountSerializer)
    @idempotent
    def collect_cash(self, request: Request, pk: int) -> Response:
        """The driver has the money in hand: amount_changed."""
        user, form = current_user(request), _form(ShownAmountSerializer, request)
        return booking_reply(user, payment.collect_cash(booking_id=pk, by=user, **form))

    @described("record_payment", request=RecordPaymentSerializer)
    @idempotent
    def record_payment(self, request: Request, pk: int) -> Response:
        """An admin records that the rider paid, the driver in cash or the company in another way:
        no_cancel_reason, amount_changed, demo_mode."""
        user, form = current_user(request), _form(RecordPaymentSerializer, request)
        return booking_reply(user, payment.record_payment(booking_id=pk, by=user, **form))

    @described("write_off", request=ReasonSerializer)
    @idempotent
    def write_off(self, request: Request, pk: int) -> Response:
        """An admin writes off what is left to pay; the driver's share is paid: nothing_due,
        no_cancel_reason, demo_mode."""
        user, form = current_user(request), _form(ReasonSerializer, request)
        return booking_reply(user, payment.write_off(booking_id=pk, by=user, **form))

    @described("request_payment")
    @idempotent
    def request_payment(self, request: Request, pk: int) -> Response:
        """The driver, or an admin, leaves the payment to the rider's app: demo_mode."""
        user = current_user(request)
        return booking_reply(user, payment.request_payment(booking_id=pk, by=user))

    @described("pay", request=PaySerializer)
    @idempotent
    def pay(self, request: Request, pk: int) -> Response:
        """The rider pays from the wallet, after a trip or before a delivery: low_balance, payment_expired,
        amount_changed."""
        user, form = current_user(request), _form(PaySerializer, request)
        booking = payment.pay_from_wallet(booking_id=pk, by=user, amount=form["amount"])
        return booking_reply(user, booking)

    @described("adjust_fare", request=AdjustFareSerializer)
    @idempotent
    def adjust_fare(self, request: Request, pk: int) -> Response:
        """An admin sets another fare after the trip: fare_unchanged, fare_below_driver_share, fare_is_paid,
        refund_too_much, driver_low_balance, rider_low_balance, rider_deleted, driver_deleted,
        no_cancel_reason, demo_mode."""
        user, form = current_user(request), _form(AdjustFareSerializer, request)
        return booking_reply(user, payment.adjust_fare(booking_id=pk, by=user, **form))

    @described("refund", request=RefundSerializer)
    @idempotent
    def refund(self, request: Request, pk: int) -> Response:
        """An admin refunds a trip to the rider's wallet: refund_too_much, driver_low_balance,
        rider_deleted, rider_has_wallet, no_cancel_reason, demo_mode."""
        user, form = current_user(request), _form(RefundSerializer, request)
        return booking_reply(user, payment.refund_trip(booking_id=pk, by=user, **form))

    @described("tip", request=TipSerializer)
    @idempotent
    def tip(self, request: Request, pk: int) -> Response:
        """The rider tips the driver from the wallet, once: tips_off, already_tipped, tip_too_late,
        driver_deleted, low_balance, bonus_locked."""
        user, form = current_user(request), _form(TipSerializer, request)
        return booking_reply(user, payment.tip_driver(booking_id=pk, by=user, **form))

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

    @described("rate_rider", request=RateRiderSerializer)
    @idempotent
    def rate_rider(self, request: Request, pk: int) -> Response:
        """The driver rates the rider with one to five stars, once: already_rated."""
        user, form = current_user(request), _form(RateRiderSerializer, request)
        return booking_reply(user, payment.rate_rider(booking_id=pk, by=user, **form))

    @described("cancel", request=CancelSerializer)
    @idempotent
    def cancel(self, request: Request, pk: int) -> Response:
        """The rider or an admin cancels; a driver gives the booking back: no_cancel_reason, demo_mode,
        too_late_to_cancel, fee_changed. What was never paid for needs no reason."""
        user, form = current_user(request), _form(CancelSerializer, request)
        return booking_reply(user, cancelling.cancel_booking(booking_id=pk, by=user, **form))

    @described("no_show", request=NoShowSerializer)
    @idempotent
    def no_show(self, request: Request, pk: int) -> Response:
        """The driver or an admin ends a booking whose rider is not at the pickup: free_waiting,
        not_at_pickup, fee_changed, too_late_to_cancel, demo_mode."""
        user, form = current_user(request), _form(NoShowSerializer, request)
        return booking_reply(user, cancelling.end_as_no_show(booking_id=pk, by=user, **form))


def _answered(refusal: WrongCode) -> Response:
    """Answered, not raised: raising would roll the counted try back with the idempotency key."""
    reply = exception_handler(refusal, {})
    assert reply is not None
    return reply


def _phone(form: dict[str, Any]) -> PhoneReport:
    names = ("at", "points_waiting", "last_point_at")
    return PhoneReport(**{name: form[name] for name in names})


def _form(shape: Shape, request: Request) -> dict[str, Any]:
    form = shape(data=request.data)
    form.is_valid(raise_exception=True)
    data: dict[str, Any] = form.validated_data
    return data
