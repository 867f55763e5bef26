from django.urls import path

from apps.fleet.lists import DOCUMENTS, RANKS, REQUIREMENTS, SHIFTS, VEHICLES
from apps.fleet.views.documents import (
    DocumentAcceptView,
    DocumentRejectView,
    DocumentView,
    OwnDocumentsView,
)
from apps.fleet.views.ranks import (
    EndedPlacesView,
    LeaveRankView,
    OwnRankView,
    RankQueueView,
    RankRemovalView,
    RanksView,
    RankView,
)
from apps.fleet.views.requirements import RequirementsView, RequirementView
from apps.fleet.views.shifts import (
    BreakView,
    EndShiftView,
    OwnShiftView,
    ResumeShiftView,
    StartShiftView,
)
from apps.fleet.views.vehicles import (
    VehicleAssignmentsView,
    VehicleAssignView,
    VehicleDocumentsView,
    VehiclesView,
    VehicleUnassignView,
    VehicleView,
)

urlpatterns = [
    path(VEHICLES.path, VehiclesView.as_view()),
    path("vehicles/<int:pk>/", VehicleView.as_view()),
    path("vehicles/<int:pk>/assign/", VehicleAssignView.as_view()),
    path("vehicles/<int:pk>/unassign/", VehicleUnassignView.as_view()),
    path("vehicles/<int:pk>/assignments/", VehicleAssignmentsView.as_view()),
    path("vehicles/<int:pk>/documents/", VehicleDocumentsView.as_view()),
    path(REQUIREMENTS.path, RequirementsView.as_view()),
    path("requirements/<int:pk>/", RequirementView.as_view()),
    path(DOCUMENTS.path, DOCUMENTS.view().as_view()),
    path("documents/<int:pk>/", DocumentView.as_view()),
    path("documents/<int:pk>/accept/", DocumentAcceptView.as_view()),
    path("documents/<int:pk>/reject/", DocumentRejectView.as_view()),
    path("me/documents/", OwnDocumentsView.as_view()),
    path("me/shift/", OwnShiftView.as_view()),
    path("me/shift/start/", StartShiftView.as_view()),
    path("me/shift/break/", BreakView.as_view()),
    path("me/shift/resume/", ResumeShiftView.as_view()),
    path("me/shift/end/", EndShiftView.as_view()),
    path(SHIFTS.path, SHIFTS.view().as_view()),
    path(RANKS.path, RanksView.as_view()),
    path("ranks/<int:pk>/", RankView.as_view()),
    path("ranks/<int:pk>/queue/", RankQueueView.as_view()),
    path("ranks/<int:pk>/places/", EndedPlacesView.as_view()),
    path("ranks/places/<int:pk>/remove/", RankRemovalView.as_view()),
    path("me/rank/", OwnRankView.as_view()),
    path("me/rank/leave/", LeaveRankView.as_view()),
]
