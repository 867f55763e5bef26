from django.urls import path

from apps.backoffice.people.list_specs import ADMINS, DRIVERS, FLEET_ADMINS, RIDERS
from apps.backoffice.people.views.documents import DriverDocumentView, PersonDocumentsView
from apps.backoffice.people.views.files import ImportApplyView, ImportPreviewView
from apps.backoffice.people.views.lists import AdminsView, DriversView, FleetAdminsView, RidersView
from apps.backoffice.people.views.merge import PersonMergeView
from apps.backoffice.people.views.passkeys import PersonPasskeyView
from apps.backoffice.people.views.person import (
    PersonPhotoView,
    PersonRatingsView,
    PersonTwoFactorResetView,
    PersonView,
)
from apps.backoffice.people.views.places import RiderPlacesView
from apps.backoffice.people.views.presence import PersonPresenceView
from apps.backoffice.people.views.privacy import DeleteAccountView, PersonDataExportView

urlpatterns = [
    path(RIDERS.path, RidersView.as_view()),
    path("riders/<int:pk>/places/", RiderPlacesView.as_view()),
    path(DRIVERS.path, DriversView.as_view()),
    path(FLEET_ADMINS.path, FleetAdminsView.as_view()),
    path(ADMINS.path, AdminsView.as_view()),
    path("people/<int:pk>/", PersonView.as_view()),
    path("people/<int:pk>/data-export/", PersonDataExportView.as_view()),
    path("me/delete/", DeleteAccountView.as_view()),
    path("people/<int:pk>/merge/", PersonMergeView.as_view()),
    path("people/<int:pk>/photo/", PersonPhotoView.as_view()),
    path("people/<int:pk>/ratings/", PersonRatingsView.as_view()),
    path("people/<int:pk>/two-factor/reset/", PersonTwoFactorResetView.as_view()),
    path("people/<int:pk>/passkeys/<int:passkey_id>/", PersonPasskeyView.as_view()),
    path("people/<int:pk>/presence/", PersonPresenceView.as_view()),
    path("people/<int:pk>/documents/", PersonDocumentsView.as_view()),
    path("driver-documents/<int:pk>/", DriverDocumentView.as_view()),
    path("people/import/preview/", ImportPreviewView.as_view()),
    path("people/import/apply/", ImportApplyView.as_view()),
]
