"""Views of bookings: list, detail, events, track and creation."""

from dataclasses import fields
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.models import User
from apps.accounts.permissions import IsDriver, anyone_but_staff_may, staff_may_use
from apps.accounts.staff_roles.areas import Area, Level
from apps.bookings import selectors
from apps.bookings.delivery.requirements import Details
from apps.bookings.dispatch.rounds import policies_of
from apps.bookings.models import Booking
from apps.bookings.serializers.booking import BookingSerializer, Viewer
from apps.bookings.serializers.requests import (
    CancelPreviewSerializer,
    CreateBookingSerializer,
    EditPreviewSerializer,
    PreviewEditSerializer,
    PreviewStopsSerializer,
    StopsPreviewSerializer,
)
from apps.bookings.serializers.rows import (
    BookingEventListSerializer,
    OfferRecordListSerializer,
    TasksSerializer,
    TrackSerializer,
)
from apps.bookings.serializers.scheduled import ScheduledTripListSerializer
from apps.bookings.services.cancelling import preview_cancellation
from apps.bookings.services.changing_stops import preview_stops
from apps.bookings.services.creating import create_booking
from apps.bookings.services.editing import Changes, preview_edit
from apps.bookings.trip.live import NOT_LIVE, Live, live_of
from apps.bookings.trip.scheduled import scheduled_for
from apps.bookings.views.history import HistoryView
from apps.core.errors import BadInput, NotFound, NotSignedIn
from apps.core.http.idempotency import LoginWithTheWork, idempotent
from apps.core.platform import platform_settings
from apps.core.reused_serializers import representation

IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key", str, OpenApiParameter.HEADER, description="Requests with the same key run once."
)


def viewer_of(user: User, *, live: Live = NOT_LIVE) -> Viewer:
    return Viewer(user=user, settings=platform_settings(), live=live)


def booking_reply(user: User, booking: Booking, *, code: int = status.HTTP_200_OK, **extra: Any) -> Response:
    """Return the booking as `user` sees it, with the car's live position."""
    if not hasattr(booking, "open_offers"):
        selectors.read_open_offers([booking])
    viewer = viewer_of(user, live=live_of(booking))
    return Response({**representation(BookingSerializer, booking, viewer=viewer), **extra}, status=code)


def visible_booking(user: User, pk: int) -> Booking:
    booking = selectors.with_open_offers(selectors.bookings_visible_to(user)).filter(pk=pk).first()
    return _require(booking)


def own_booking(user: User, pk: int) -> Booking:
    """Return the booking unless it is only offered to the user."""
    return _require(selectors.bookings_listed_for(user).filter(pk=pk).first())


def _require(booking: Booking | None) -> Booking:
    if booking is None:
        raise NotFound("not_found", _("Booking not found."))
    return booking


class BookingListView(LoginWithTheWork, HistoryView):
    """The user's bookings, newest first: a rider's, a driver's, a fleet's, or all."""

    @extend_schema(
        operation_id="bookings_create",
        parameters=[IDEMPOTENCY_KEY],
        request=CreateBookingSerializer,
        responses={201: BookingSerializer},
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Book a quoted trip, for now or for later.

        A rider's delivery, and with the setting `prepaid` a rider's ride, must be paid first. Errors:
        select_proper, past_booking_error, deliveryDetailMissing.
        """
        if not isinstance(request.user, User):
            raise NotSignedIn("must_login", _("Log in to book."))
        form = CreateBookingSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        booking = create_booking(
            by=request.user,
            quote_id=form.validated_data["quote_id"],
            payment_mode=form.validated_data["payment_mode"],
            payment_provider=form.validated_data["payment_provider"],
            customer_id=form.validated_data.get("customer_id"),
            promo_name=form.validated_data["promo_name"],
            book_later=form.validated_data["book_later"],
            trip_date=form.validated_data["trip_date"],
            search_widened=form.validated_data["search_widened"],
            details=Details(**{field.name: form.validated_data[field.name] for field in fields(Details)}),
        )
        return booking_reply(request.user, booking, code=status.HTTP_201_CREATED)


class BookingView(APIView):
    @extend_schema(operation_id="bookings_retrieve", responses=BookingSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """Return one booking with the actions that are available to the user."""
        user = current_user(request)
        return booking_reply(user, visible_booking(user, pk))


class BookingEventsView(APIView):
    @extend_schema(operation_id="bookings_events", responses=BookingEventListSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """List the booking events, oldest first."""
        user = current_user(request)
        booking = own_booking(user, pk)
        context = {"viewer": viewer_of(user), "booking": booking}
        return Response(
            BookingEventListSerializer({"results": selectors.events_of(booking)}, context=context).data
        )


class CancelPreviewView(APIView):
    @extend_schema(operation_id="bookings_cancel_preview", responses=CancelPreviewSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """Return the fee and the refund of a cancellation now: wrong_status."""
        user = current_user(request)
        preview = preview_cancellation(visible_booking(user, pk), by=user)
        return Response(CancelPreviewSerializer(preview).data)


class EditPreviewView(APIView):
    permission_classes = (staff_may_use(Area.BOOKINGS, level=Level.VIEW),)

    @extend_schema(
        operation_id="bookings_edit_preview", request=PreviewEditSerializer, responses=EditPreviewSerializer
    )
    def post(self, request: Request, pk: int) -> Response:
        """Return the price and the effects of an edit without storing it.

        Errors: select_proper, too_many_stops, stops_not_allowed, hire_not_offered, not_for_hire,
        past_booking_error, no_route_found, wrong_status, too_late_to_edit, other_category, booking_unchanged.
        """
        form = PreviewEditSerializer(data=request.data)
        if not form.is_valid():
            if "trip_date" in form.errors:
                form.is_valid(raise_exception=True)
            sentence = _("Choose a pickup, drop-off and car type.")
            raise BadInput("select_proper", sentence, fields=dict.fromkeys(form.errors, sentence))
        requested = dict(form.validated_data)
        parcel = None
        if "parcel_type_id" in requested or "option_id" in requested:
            parcel = (requested.pop("parcel_type_id", None), requested.pop("option_id", None))
        changes = Changes(
            **requested,
            parcel=parcel,
            is_return_changed="return_wait_minutes" in requested,
            is_retimed="trip_date" in requested,
        )
        preview = preview_edit(booking_id=pk, changes=changes, by=current_user(request))
        return Response(EditPreviewSerializer(preview).data)


class StopsPreviewView(APIView):
    permission_classes = (anyone_but_staff_may(Area.BOOKINGS, level=Level.VIEW),)

    @extend_schema(
        operation_id="bookings_stops_preview",
        request=PreviewStopsSerializer,
        responses=StopsPreviewSerializer,
    )
    def post(self, request: Request, pk: int) -> Response:
        """Return the price and the effects of other stops without storing them, for the rider or an admin.

        Errors: select_proper, too_many_stops, stops_not_allowed, not_for_hire, stop_reached,
        booking_unchanged, no_route_found, wrong_status.
        """
        form = PreviewStopsSerializer(data=request.data)
        if not form.is_valid():
            sentence = _("Choose a place for each stop.")
            raise BadInput("select_proper", sentence, fields={"stops": sentence})
        stops = form.validated_data["stops"]
        preview = preview_stops(booking_id=pk, stops=stops, by=current_user(request))
        return Response(StopsPreviewSerializer(preview).data)


class BookingTrackView(APIView):
    @extend_schema(operation_id="bookings_track", responses=TrackSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """Return the track from start to end."""
        booking = own_booking(current_user(request), pk)
        return Response(TrackSerializer(selectors.track_of(booking)).data)


class BookingOffersView(APIView):
    permission_classes = (staff_may_use(Area.BOOKINGS),)

    @extend_schema(operation_id="bookings_offers", responses=OfferRecordListSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """List all offers in order, with their answers."""
        booking = own_booking(current_user(request), pk)
        context = {"policies": policies_of(booking)}
        return Response(
            OfferRecordListSerializer({"results": selectors.offers_of(booking)}, context=context).data
        )


class TasksView(APIView):
    permission_classes = (IsDriver,)

    @extend_schema(operation_id="me_tasks", responses=TasksSerializer)
    def get(self, request: Request) -> Response:
        """Return the driver's open offers, or the current trip."""
        user = current_user(request)
        tasks = selectors.tasks_of(user)
        live = live_of(tasks.current) if tasks.current is not None else NOT_LIVE
        return Response(TasksSerializer(tasks, context={"viewer": viewer_of(user, live=live)}).data)


class ScheduledTripsView(APIView):
    permission_classes = (IsDriver,)

    @extend_schema(operation_id="me_scheduled", responses=ScheduledTripListSerializer)
    def get(self, request: Request) -> Response:
        """List the driver's scheduled trips, and open ones nearby of the car type."""
        trips = scheduled_for(current_user(request))
        return Response(ScheduledTripListSerializer({"results": trips}).data)
