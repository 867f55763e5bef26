"""Actions on a booking: each endpoint applies one transition."""

from collections.abc import Callable
from typing import Any, Literal

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.viewsets import ViewSet

from apps.accounts.authentication import current_user
from apps.accounts.permissions import anyone_but_staff_may
from apps.accounts.staff_roles.areas import Level
from apps.bookings.choices import PaymentMode
from apps.bookings.serializers.booking import AssignedBookingSerializer, BookingSerializer
from apps.bookings.serializers.requests import (
    AdjustFareSerializer,
    ApplyPromoSerializer,
    AssignSerializer,
    BookLaterSerializer,
    CancelSerializer,
    ChangeStopsSerializer,
    CompleteSerializer,
    EditBookingSerializer,
    ForceEndSerializer,
    HoldSerializer,
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
    StopActionSerializer,
    TipSerializer,
)
from apps.bookings.services import cancelling, changing_stops, editing, offers, planning, refunds, trip
from apps.bookings.state_machine.guards import WrongCode
from apps.bookings.state_machine.machine import NO_INPUT, apply_transition
from apps.bookings.state_machine.staff import area_of_action
from apps.bookings.state_machine.transitions import PhoneReport, TransitionInput
from apps.bookings.views.bookings import IDEMPOTENCY_KEY, booking_reply
from apps.core.approvals import Waiting, WaitingApprovalSerializer, waiting_reply
from apps.core.http.api_errors import exception_handler
from apps.core.http.idempotency import LoginWithTheWork, idempotent

SerializerClass = type[Serializer[Any]]


def action_schema(
    name: str, *, request: SerializerClass | None = None, responses: SerializerClass = BookingSerializer
) -> Callable[..., Any]:
    """Describe an action in the schema."""
    return extend_schema(
        operation_id=f"bookings_{name}",
        parameters=[IDEMPOTENCY_KEY],
        request=request,
        responses={200: responses},
    )


class BookingActions(LoginWithTheWork, ViewSet):
    """Errors change nothing: 404 if not visible, 403 if not allowed, 409 if not possible now."""

    def get_permissions(self) -> list[BasePermission]:
        area = area_of_action(str(self.action or "").replace("_", "-"))
        return [anyone_but_staff_may(area, level=Level.CHANGE)()]

    @action_schema("accept")
    @idempotent
    def accept(self, request: Request, pk: int) -> Response:
        """Accept the booking as a driver; all but the first get already_taken or offer_gone."""
        user = current_user(request)
        return booking_reply(user, offers.accept_booking(booking_id=pk, by=user))

    @action_schema("decline")
    @idempotent
    def decline(self, request: Request, pk: int) -> Response:
        """Decline the booking as a driver, who gets no other offer of it."""
        user = current_user(request)
        return booking_reply(user, offers.decline_offer(booking_id=pk, by=user))

    @action_schema("search", request=SearchSerializer)
    @idempotent
    def search(self, request: Request, pk: int) -> Response:
        """Search for drivers again, with the same or a wider radius, after no driver was found
        (still_searching).

        Staff can search at any time (not_released).
        """
        user, form = current_user(request), _form(SearchSerializer, request)
        widen = form["action"] == "widen"
        return booking_reply(user, offers.search_again(booking_id=pk, widen=widen, by=user))

    @action_schema("book_later", request=BookLaterSerializer)
    @idempotent
    def book_later(self, request: Request, pk: int) -> Response:
        """Schedule a booking for later after no driver was found: past_booking_error, still_searching."""
        user, form = current_user(request), _form(BookLaterSerializer, request)
        booking = offers.book_later(booking_id=pk, trip_date=form["trip_date"], by=user)
        return booking_reply(user, booking)

    @action_schema("assign", request=AssignSerializer, responses=AssignedBookingSerializer)
    @idempotent
    def assign(self, request: Request, pk: int) -> Response:
        """Offer the booking to a driver as an admin; only with automatic dispatch off."""
        user, form = current_user(request), _form(AssignSerializer, request)
        booking = offers.assign_driver(booking_id=pk, driver_id=form["driver_id"], by=user)
        return booking_reply(user, booking, detail=_("Driver assigned successfully and notified"))

    @action_schema("unassign", request=ReasonSerializer)
    @idempotent
    def unassign(self, request: Request, pk: int) -> Response:
        """Remove the driver as an admin before the trip starts: no_cancel_reason, too_late_to_cancel,
        demo_mode.
        """
        return _apply("unassign", request, pk, TransitionInput(**_form(ReasonSerializer, request)))

    @action_schema("reassign", request=ReassignSerializer, responses=AssignedBookingSerializer)
    @idempotent
    def reassign(self, request: Request, pk: int) -> Response:
        """Remove the driver as an admin and offer the booking to another one.

        Errors: those of unassign, already_assigned, driver_busy, driver_not_available, low_balance.
        """
        user, form = current_user(request), _form(ReassignSerializer, request)
        booking = offers.reassign_driver(booking_id=pk, by=user, **form)
        return booking_reply(user, booking, detail=_("Driver assigned successfully and notified"))

    @action_schema("plan", request=AssignSerializer)
    @idempotent
    def plan(self, request: Request, pk: int) -> Response:
        """Plan a driver for a scheduled trip as an admin; the driver gets its first offer.

        Errors: not_scheduled, already_assigned, driver_not_available, driver_planned, documents_missing,
        documents_expired.
        """
        user, form = current_user(request), _form(AssignSerializer, request)
        booking = planning.plan_driver(booking_id=pk, driver_id=form["driver_id"], by=user)
        return booking_reply(user, booking)

    @action_schema("cancel_plan")
    @idempotent
    def cancel_plan(self, request: Request, pk: int) -> Response:
        """Remove the planned driver as an admin: not_planned."""
        return _apply("cancel_plan", request, pk)

    @action_schema("plan_backup", request=AssignSerializer)
    @idempotent
    def plan_backup(self, request: Request, pk: int) -> Response:
        """Name a back-up driver as an admin, who is planned if the first driver cannot drive.

        Errors: those of plan, not_planned without a planned or accepted driver.
        """
        user, form = current_user(request), _form(AssignSerializer, request)
        booking = planning.name_backup(booking_id=pk, driver_id=form["driver_id"], by=user)
        return booking_reply(user, booking)

    @action_schema("cancel_backup")
    @idempotent
    def cancel_backup(self, request: Request, pk: int) -> Response:
        """Remove the back-up driver as an admin: no_backup."""
        return _apply("cancel_backup", request, pk)

    @action_schema("use_backup")
    @idempotent
    def use_backup(self, request: Request, pk: int) -> Response:
        """Plan the back-up in place of the first driver as an admin: no_backup, already_asked, and the errors
        of plan.
        """
        return _apply("use_backup", request, pk)

    @action_schema("hold", request=HoldSerializer)
    @idempotent
    def hold(self, request: Request, pk: int) -> Response:
        """Hold the driver search as an admin until a time; open offers are withdrawn.

        A held booking gets the new time and reason. Errors: not_released, no_cancel_reason, hold_is_past,
        hold_too_long.
        """
        form = _form(HoldSerializer, request)
        inputs = TransitionInput(reason=form["reason"], held_until=form["until"])
        return _apply("hold", request, pk, inputs)

    @action_schema("release_hold")
    @idempotent
    def release_hold(self, request: Request, pk: int) -> Response:
        """Continue the driver search of a held booking as an admin: not_on_hold."""
        return _apply("release_hold", request, pk)

    @action_schema("edit", request=EditBookingSerializer)
    @idempotent
    def edit(self, request: Request, pk: int) -> Response:
        """Edit places, car type or time as an admin before the trip starts.

        Errors: booking_changed, booking_unchanged, amount_changed, quote_expired, past_booking_error,
        too_late_to_edit, other_category, demo_mode.
        """
        user, form = current_user(request), _form(EditBookingSerializer, request)
        booking = editing.edit_booking(
            booking_id=pk,
            revision=form["revision"],
            version=form.get("version"),
            quote_id=form["quote_id"],
            is_retimed="trip_date" in form,
            trip_date=form.get("trip_date"),
            charged=form.get("charged"),
            left_to_pay=form.get("left_to_pay"),
            by=user,
        )
        return booking_reply(user, booking)

    @action_schema("arrive")
    @idempotent
    def arrive(self, request: Request, pk: int) -> Response:
        """Mark the driver as arrived at the pickup."""
        user = current_user(request)
        return booking_reply(user, trip.arrive(booking_id=pk, by=user))

    @action_schema("start", request=StartSerializer)
    @idempotent
    def start(self, request: Request, pk: int) -> Response:
        """Start the trip, with the rider's code if a ride has one.

        Errors: wrong_code, otp_locked; for a delivery image_required.
        """
        user, form = current_user(request), _form(StartSerializer, request)
        try:
            booking = trip.start_trip(booking_id=pk, otp=form["otp"], by=user, phone=_phone(form))
            return booking_reply(user, booking)
        except WrongCode as refusal:
            return _error_response(refusal)

    @action_schema("reach", request=ReachSerializer)
    @idempotent
    def reach(self, request: Request, pk: int) -> Response:
        """End the trip and calculate its fare; with the code if a delivery has one.

        Waits up to two seconds for announced positions. Errors: wrong_code, otp_locked, image_required.
        """
        user, form = current_user(request), _form(ReachSerializer, request)
        try:
            booking = trip.reach(booking_id=pk, otp=form["otp"], by=user, phone=_phone(form))
            return booking_reply(user, booking)
        except WrongCode as refusal:
            return _error_response(refusal)

    @action_schema("reach_stop", request=StopActionSerializer)
    @idempotent
    def reach_stop(self, request: Request, pk: int) -> Response:
        """Mark the next stop as reached, as the driver: stop_not_next."""
        return _mark_stop("reach_stop", request, pk)

    @action_schema("leave_stop", request=StopActionSerializer)
    @idempotent
    def leave_stop(self, request: Request, pk: int) -> Response:
        """Leave the stop that was reached, as the driver: not_at_stop."""
        return _mark_stop("leave_stop", request, pk)

    @action_schema("change_stops", request=ChangeStopsSerializer)
    @idempotent
    def change_stops(self, request: Request, pk: int) -> Response:
        """Change the stops that the car has not reached, as the rider or an admin, at a previewed price.

        Errors: quote_expired, booking_changed, stop_reached, too_many_stops, amount_changed, demo_mode.
        """
        user, form = current_user(request), _form(ChangeStopsSerializer, request)
        booking = changing_stops.change_stops(booking_id=pk, quote_id=form["quote_id"], by=user)
        return booking_reply(user, booking)

    @action_schema("force_end", request=ForceEndSerializer)
    @idempotent
    def force_end(self, request: Request, pk: int) -> Response:
        """End a trip as an admin if its driver cannot."""
        user, form = current_user(request), _form(ForceEndSerializer, request)
        return booking_reply(user, trip.force_end(booking_id=pk, reason=form["reason"], by=user))

    @action_schema("collect_cash", request=ShownAmountSerializer)
    @idempotent
    def collect_cash(self, request: Request, pk: int) -> Response:
        """Record that the driver collected the cash: amount_changed."""
        shown = _form(ShownAmountSerializer, request)["amount"]
        return _apply(("collect_cash", "collect_cash_later"), request, pk, TransitionInput(shown=shown))

    @action_schema("record_payment", request=RecordPaymentSerializer)
    @idempotent
    def record_payment(self, request: Request, pk: int) -> Response:
        """Record, as an admin, a payment in cash to the driver or in another way to the company.

        Errors: no_cancel_reason, amount_changed, demo_mode.
        """
        form = _form(RecordPaymentSerializer, request)
        inputs = TransitionInput(
            payment_mode=PaymentMode(form["payment_mode"]), reason=form["reason"], shown=form["amount"]
        )
        return _apply("record_payment", request, pk, inputs)

    @action_schema("write_off", request=ReasonSerializer)
    @idempotent
    def write_off(self, request: Request, pk: int) -> Response:
        """Write off the amount due as an admin; the driver's share is paid.

        Errors: nothing_due, no_cancel_reason, demo_mode.
        """
        return _apply("write_off", request, pk, TransitionInput(**_form(ReasonSerializer, request)))

    @action_schema("request_payment")
    @idempotent
    def request_payment(self, request: Request, pk: int) -> Response:
        """Let the rider pay in the app, as the driver or an admin: demo_mode."""
        return _apply("request_payment", request, pk)

    @action_schema("pay", request=PaySerializer)
    @idempotent
    def pay(self, request: Request, pk: int) -> Response:
        """Pay from the rider's wallet, after a trip or before a delivery.

        Errors: low_balance, payment_expired, amount_changed.
        """
        shown = _form(PaySerializer, request)["amount"]
        return _apply(("pay", "prepay"), request, pk, TransitionInput(shown=shown))

    @action_schema("adjust_fare", request=AdjustFareSerializer)
    @idempotent
    def adjust_fare(self, request: Request, pk: int) -> Response:
        """Change the fare as an admin after the trip.

        Errors: fare_unchanged, fare_below_driver_share, fare_is_paid, refund_too_much, driver_low_balance,
        rider_low_balance, rider_deleted, driver_deleted, no_cancel_reason, approval_needed, demo_mode.
        """
        inputs = TransitionInput(**_form(AdjustFareSerializer, request))
        return _apply(("adjust_fare", "adjust_paid_fare"), request, pk, inputs)

    @extend_schema(
        operation_id="bookings_refund",
        parameters=[IDEMPOTENCY_KEY],
        request=RefundSerializer,
        responses={200: BookingSerializer, 202: WaitingApprovalSerializer},
    )
    @idempotent
    def refund(self, request: Request, pk: int) -> Response:
        """Refund a trip to the rider's wallet as an admin; above the limit another admin approves it (202).

        Errors: refund_too_much, driver_low_balance, rider_deleted, rider_has_wallet, no_cancel_reason,
        demo_mode, approval_waiting.
        """
        user, inputs = current_user(request), TransitionInput(**_form(RefundSerializer, request))
        done = refunds.refund_or_hold(booking_id=pk, inputs=inputs, by=user)
        return waiting_reply(done) if isinstance(done, Waiting) else booking_reply(user, done)

    @action_schema("tip", request=TipSerializer)
    @idempotent
    def tip(self, request: Request, pk: int) -> Response:
        """Tip the driver from the rider's wallet, once.

        Errors: tips_off, already_tipped, tip_too_late, driver_deleted, low_balance, bonus_locked.
        """
        return _apply("tip", request, pk, TransitionInput(**_form(TipSerializer, request)))

    @action_schema("apply_promo", request=ApplyPromoSerializer)
    @idempotent
    def apply_promo(self, request: Request, pk: int) -> Response:
        """Apply a promo code before the payment.

        Errors: promo_not_found, promo_expired, promo_min_order, promo_already_used, promo_limit_reached.
        """
        return _apply("apply_promo", request, pk, TransitionInput(**_form(ApplyPromoSerializer, request)))

    @action_schema("remove_promo")
    @idempotent
    def remove_promo(self, request: Request, pk: int) -> Response:
        """Remove the promo code: promo_not_applied."""
        return _apply("remove_promo", request, pk)

    @action_schema("complete", request=CompleteSerializer)
    @idempotent
    def complete(self, request: Request, pk: int) -> Response:
        """Complete the trip as its rider, with one to five stars or none."""
        return _apply("complete", request, pk, TransitionInput(**_form(CompleteSerializer, request)))

    @action_schema("rate_rider", request=RateRiderSerializer)
    @idempotent
    def rate_rider(self, request: Request, pk: int) -> Response:
        """Rate the rider as the driver with one to five stars, once: already_rated."""
        return _apply("rate_rider", request, pk, TransitionInput(**_form(RateRiderSerializer, request)))

    @action_schema("cancel", request=CancelSerializer)
    @idempotent
    def cancel(self, request: Request, pk: int) -> Response:
        """Cancel as the rider or an admin, or return the booking to the search as its driver.

        An unpaid booking needs no reason. Errors: no_cancel_reason, demo_mode, too_late_to_cancel,
        fee_changed.
        """
        user, form = current_user(request), _form(CancelSerializer, request)
        return booking_reply(user, cancelling.cancel_booking(booking_id=pk, by=user, **form))

    @action_schema("no_show", request=NoShowSerializer)
    @idempotent
    def no_show(self, request: Request, pk: int) -> Response:
        """End a booking as the driver or an admin if the rider is not at the pickup.

        Errors: free_waiting, not_at_pickup, fee_changed, too_late_to_cancel, demo_mode.
        """
        user, form = current_user(request), _form(NoShowSerializer, request)
        return booking_reply(user, cancelling.end_as_no_show(booking_id=pk, by=user, **form))


def _apply(
    name: str | tuple[str, ...], request: Request, pk: int, inputs: TransitionInput = NO_INPUT
) -> Response:
    """Apply the transition, or the one of several that the status allows, and return the booking."""
    user = current_user(request)
    return booking_reply(user, apply_transition(name, booking_id=pk, by=user, inputs=inputs))


def _mark_stop(name: Literal["reach_stop", "leave_stop"], request: Request, pk: int) -> Response:
    user, form = current_user(request), _form(StopActionSerializer, request)
    marked = {"stop": form["stop"], "stop_id": form["stop_id"]}
    booking = trip.mark_stop(name, booking_id=pk, by=user, phone=_phone(form), **marked)
    return booking_reply(user, booking)


def _error_response(refusal: WrongCode) -> Response:
    """Return the error instead of raising it, which would roll back the counted attempt."""
    reply = exception_handler(refusal, {})
    assert reply is not None
    return reply


def _phone(form: dict[str, Any]) -> PhoneReport:
    names = ("at", "points_waiting", "last_point_at")
    return PhoneReport(**{name: form[name] for name in names})


def _form(shape: SerializerClass, request: Request) -> dict[str, Any]:
    form = shape(data=request.data)
    form.is_valid(raise_exception=True)
    data: dict[str, Any] = form.validated_data
    return data
