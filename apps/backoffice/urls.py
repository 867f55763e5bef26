from django.urls import include, path

from apps.backoffice.approvals.views import ApprovalView, ApproveView, CancelView, RefuseView
from apps.backoffice.audit.audit_list import AUDIT
from apps.backoffice.audit.views import AuditKindsView, AuditView
from apps.backoffice.cases.case_list import CASES
from apps.backoffice.cases.photo_views import CasePhotosView
from apps.backoffice.cases.views import (
    CaseMessagesView,
    CasesView,
    CaseView,
    CloseCaseView,
    OwnCaseMessagesView,
    OwnCasesView,
    OwnCaseView,
    ReopenCaseView,
)
from apps.backoffice.desk.views import (
    BoardView,
    DeskDriversView,
    DeskMessagesView,
    DeskOfflineView,
    DeskReceiptsView,
)
from apps.backoffice.exporting import DRIVER_EARNINGS, EARNINGS
from apps.backoffice.languages import views as languages
from apps.backoffice.notes.views import NotesView, NoteView
from apps.backoffice.platform.views import AppInfoView, LogoView, SettingsView, TestEmailView
from apps.backoffice.saved_views.views import SavedViewsView, SavedViewView
from apps.backoffice.setup.views import SetupView
from apps.backoffice.status.views import StatusView
from apps.backoffice.views.dashboard import (
    AlertsView,
    DashboardChartView,
    DashboardView,
    DriversOnMapView,
)
from apps.backoffice.views.public import PublicSettingsView, RetentionView
from apps.backoffice.views.reports import DriverEarningsReportView, EarningsReportView
from apps.backoffice.views.riders import WalletOwnersView
from apps.backoffice.views.statements import DriverStatementsView, DriverStatementView

urlpatterns = [
    path("setup/", SetupView.as_view()),
    path("notes/", NotesView.as_view()),
    path("notes/<int:pk>/", NoteView.as_view()),
    path("status/", StatusView.as_view()),
    path("settings/", SettingsView.as_view()),
    path("settings/public/", PublicSettingsView.as_view()),
    path("retention/", RetentionView.as_view()),
    path("app-info/", AppInfoView.as_view()),
    path("app-info/logo/", LogoView.as_view()),
    path("app-info/test-email/", TestEmailView.as_view()),
    path("languages/", languages.LanguagesView.as_view()),
    path("languages/<int:pk>/", languages.LanguageView.as_view()),
    path("languages/<int:pk>/make-default/", languages.MakeDefaultView.as_view()),
    path("languages/<int:pk>/words/", languages.WordsView.as_view()),
    path("languages/<int:pk>/export/", languages.ExportWordsView.as_view()),
    path("languages/<int:pk>/import/", languages.ImportWordsView.as_view()),
    path("languages/<slug:code>/translations/", languages.TranslationsView.as_view()),
    path("me/views/", SavedViewsView.as_view()),
    path("me/views/<int:pk>/", SavedViewView.as_view()),
    path("dashboard/", DashboardView.as_view()),
    path("dashboard/drivers/", DriversOnMapView.as_view()),
    path("dashboard/chart/", DashboardChartView.as_view()),
    path("dashboard/alerts/", AlertsView.as_view()),
    path("desk/board/", BoardView.as_view()),
    path("desk/drivers/", DeskDriversView.as_view()),
    path("desk/drivers/<int:pk>/offline/", DeskOfflineView.as_view()),
    path("desk/messages/", DeskMessagesView.as_view()),
    path("desk/messages/<int:pk>/", DeskReceiptsView.as_view()),
    path(CASES.path, CasesView.as_view()),
    path("cases/<int:pk>/", CaseView.as_view()),
    path("cases/<int:pk>/messages/", CaseMessagesView.as_view()),
    path("cases/<int:pk>/close/", CloseCaseView.as_view()),
    path("cases/<int:pk>/reopen/", ReopenCaseView.as_view()),
    path("approvals/<int:pk>/", ApprovalView.as_view()),
    path("approvals/<int:pk>/approve/", ApproveView.as_view()),
    path("approvals/<int:pk>/refuse/", RefuseView.as_view()),
    path("approvals/<int:pk>/cancel/", CancelView.as_view()),
    path("me/case-photos/", CasePhotosView.as_view()),
    path("me/cases/", OwnCasesView.as_view()),
    path("me/cases/<int:pk>/", OwnCaseView.as_view()),
    path("me/cases/<int:pk>/messages/", OwnCaseMessagesView.as_view()),
    path("", include("apps.backoffice.people.urls")),
    path(AUDIT.path, AuditView.as_view()),
    path("audit/kinds/", AuditKindsView.as_view()),
    path("wallets/", WalletOwnersView.as_view()),
    path("drivers/<int:pk>/statements/", DriverStatementsView.as_view()),
    path("drivers/<int:pk>/statements/<slug:week>/", DriverStatementView.as_view()),
    path(EARNINGS.path, EarningsReportView.as_view()),
    path(DRIVER_EARNINGS.path, DriverEarningsReportView.as_view()),
]
