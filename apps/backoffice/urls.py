from django.urls import path

from apps.backoffice.platform.views import AppInfoView, SettingsView
from apps.backoffice.views.dashboard import DashboardView, DriversOnMapView
from apps.backoffice.views.public import PublicSettingsView
from apps.backoffice.views.reports import DriverEarningsReportView, EarningsReportView
from apps.backoffice.views.riders import RidersView, WalletOwnersView

urlpatterns = [
    path("settings/", SettingsView.as_view()),
    path("settings/public/", PublicSettingsView.as_view()),
    path("app-info/", AppInfoView.as_view()),
    path("dashboard/", DashboardView.as_view()),
    path("dashboard/drivers/", DriversOnMapView.as_view()),
    path("riders/", RidersView.as_view()),
    path("wallets/", WalletOwnersView.as_view()),
    path("reports/earnings/", EarningsReportView.as_view()),
    path("reports/driver-earnings/", DriverEarningsReportView.as_view()),
]
