from django.urls import path

from apps.bookings.demand.views import DeskDemandView, HeatMapView
from apps.bookings.history.booking_list import BOOKINGS
from apps.bookings.register.views import (
    InspectionFileView,
    InspectionRegisterView,
    InspectionView,
    InspectorAccessesView,
    InspectorAccessView,
    RegisterFileView,
)
from apps.bookings.replay.views import (
    ReplayDriversView,
    ReplayDriverView,
    ReplayResultsView,
    ReplayRidersView,
    ReplaysView,
    ReplayView,
)
from apps.bookings.street.views import MeterView, PassengerLinkView, StreetTripsView
from apps.bookings.surge.views import SurgeResumeView, SurgeStopView, SurgeView
from apps.bookings.views.actions import BookingActions
from apps.bookings.views.assignable import AssignableDriversView
from apps.bookings.views.bookings import (
    BookingEventsView,
    BookingListView,
    BookingOffersView,
    BookingTrackView,
    BookingView,
    CancelPreviewView,
    EditPreviewView,
    ScheduledTripsView,
    StopsPreviewView,
    TasksView,
)
from apps.bookings.views.eligibility import EligibilityView
from apps.bookings.views.guests import (
    GuestCancelPreviewView,
    GuestCancelView,
    GuestLinkView,
    GuestReceiptView,
    GuestTripView,
)
from apps.bookings.views.images import DeliverImageView, PickupImageView
from apps.bookings.views.planning import PlanAnswers
from apps.bookings.views.reasons import CancelReasonsView, CancelReasonView, MoveReasonView
from apps.bookings.views.receipt import ReceiptEmailView, ReceiptView
from apps.bookings.views.sharing import SharedTripView, ShareView
from apps.bookings.views.sos import HandleSosAlertView, OpenSosAlertsView, SosView
from apps.bookings.views.statements import OwnStatementsView, OwnStatementView

ACTIONS = (
    "accept",
    "decline",
    "search",
    "book_later",
    "assign",
    "unassign",
    "reassign",
    "plan",
    "cancel_plan",
    "plan_backup",
    "cancel_backup",
    "use_backup",
    "hold",
    "release_hold",
    "edit",
    "arrive",
    "start",
    "reach_stop",
    "leave_stop",
    "change_stops",
    "reach",
    "force_end",
    "collect_cash",
    "record_payment",
    "write_off",
    "request_payment",
    "pay",
    "adjust_fare",
    "refund",
    "tip",
    "complete",
    "rate_rider",
    "cancel",
    "no_show",
)

urlpatterns = [
    path(BOOKINGS.path, BookingListView.as_view()),
    path("bookings/<int:pk>/", BookingView.as_view()),
    path("bookings/<int:pk>/events/", BookingEventsView.as_view()),
    path("bookings/<int:pk>/track/", BookingTrackView.as_view()),
    path("bookings/<int:pk>/cancel-preview/", CancelPreviewView.as_view()),
    path("bookings/<int:pk>/edit-preview/", EditPreviewView.as_view()),
    path("bookings/<int:pk>/stops-preview/", StopsPreviewView.as_view()),
    path(
        "bookings/<int:pk>/promo/",
        BookingActions.as_view({"post": "apply_promo", "delete": "remove_promo"}),
    ),
    path("bookings/<int:pk>/offers/", BookingOffersView.as_view()),
    path("bookings/<int:pk>/drivers/", AssignableDriversView.as_view()),
    *(
        path(f"bookings/<int:pk>/{name.replace('_', '-')}/", BookingActions.as_view({"post": name}))
        for name in ACTIONS
    ),
    path("bookings/<int:pk>/receipt/", ReceiptView.as_view()),
    path("bookings/<int:pk>/receipt/email/", ReceiptEmailView.as_view()),
    path("bookings/<int:pk>/images/pickup/", PickupImageView.as_view()),
    path("bookings/<int:pk>/images/deliver/", DeliverImageView.as_view()),
    path("bookings/<int:pk>/share/", ShareView.as_view()),
    path("bookings/<int:pk>/guest-link/", GuestLinkView.as_view()),
    path("bookings/<int:pk>/passenger-link/", PassengerLinkView.as_view()),
    path("bookings/<int:pk>/sos/", SosView.as_view()),
    path("sos/", OpenSosAlertsView.as_view()),
    path("sos/<int:pk>/handle/", HandleSosAlertView.as_view()),
    path("shared/<str:token>/", SharedTripView.as_view()),
    path("guest/<str:token>/", GuestTripView.as_view()),
    path("guest/<str:token>/receipt/", GuestReceiptView.as_view()),
    path("guest/<str:token>/cancel/", GuestCancelView.as_view()),
    path("guest/<str:token>/cancel/preview/", GuestCancelPreviewView.as_view()),
    path("register/file/", RegisterFileView.as_view()),
    path("inspector-accesses/", InspectorAccessesView.as_view()),
    path("inspector-accesses/<int:pk>/", InspectorAccessView.as_view()),
    path("inspection/<str:token>/", InspectionView.as_view()),
    path("inspection/<str:token>/register/", InspectionRegisterView.as_view()),
    path("inspection/<str:token>/file/", InspectionFileView.as_view()),
    path("me/tasks/", TasksView.as_view()),
    path("me/meter/", MeterView.as_view()),
    path("me/street-trips/", StreetTripsView.as_view()),
    path("me/scheduled/", ScheduledTripsView.as_view()),
    path("me/scheduled/<int:pk>/confirm/", PlanAnswers.as_view({"post": "confirm"})),
    path("me/scheduled/<int:pk>/decline/", PlanAnswers.as_view({"post": "decline"})),
    path("me/eligibility/", EligibilityView.as_view()),
    path("me/statements/", OwnStatementsView.as_view()),
    path("me/statements/<slug:week>/", OwnStatementView.as_view()),
    path("desk/demand/", DeskDemandView.as_view()),
    path("driver/heat-map/", HeatMapView.as_view()),
    path("surge/", SurgeView.as_view()),
    path("surge/stop/", SurgeStopView.as_view()),
    path("surge/resume/", SurgeResumeView.as_view()),
    path("replays/", ReplaysView.as_view()),
    path("replays/<int:pk>/", ReplayView.as_view()),
    path("replays/<int:pk>/results/", ReplayResultsView.as_view()),
    path("replays/<int:pk>/drivers/", ReplayDriversView.as_view()),
    path("replays/<int:pk>/drivers/<int:driver_id>/", ReplayDriverView.as_view()),
    path("replays/<int:pk>/riders/", ReplayRidersView.as_view()),
    path("cancel-reasons/", CancelReasonsView.as_view()),
    path("cancel-reasons/<int:pk>/", CancelReasonView.as_view()),
    path("cancel-reasons/<int:pk>/move/", MoveReasonView.as_view()),
]
