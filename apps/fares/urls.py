from django.urls import path

from apps.fares import views
from apps.fares.admin_api import views as admin_views
from apps.fares.tariffs import views as tariff_views

urlpatterns = [
    path("car-types/", admin_views.EditableCarTypesView.as_view(), name="car-types"),
    path("car-types/all/", admin_views.AllCarTypesView.as_view()),
    path("car-types/preview/", admin_views.FarePreviewView.as_view()),
    path("car-types/<int:pk>/", admin_views.CarTypeView.as_view()),
    path("car-types/<int:pk>/image/", admin_views.CarTypeImageView.as_view()),
    path("car-types/<int:pk>/move/", admin_views.CarTypeMoveView.as_view()),
    path("estimates/", views.EstimatesView.as_view(), name="estimates"),
    path("free-cars/", views.FreeCarsView.as_view(), name="free-cars"),
    path("promos/", admin_views.EditablePromosView.as_view(), name="promos"),
    path("promos/check/", views.CheckPromoView.as_view(), name="promos-check"),
    path("promos/<int:pk>/", admin_views.PromoView.as_view()),
    path("public-holidays/", tariff_views.PublicHolidaysView.as_view()),
    path("public-holidays/<int:pk>/", tariff_views.PublicHolidayView.as_view()),
    path("tariffs/", tariff_views.TariffsView.as_view()),
    path("tariffs/check/", tariff_views.TariffCheckView.as_view()),
    path("tariffs/compare/", tariff_views.TariffCompareView.as_view()),
    path("tariffs/periods/", tariff_views.TariffPeriodsView.as_view()),
    path("tariffs/periods/<int:pk>/", tariff_views.TariffPeriodView.as_view()),
    path("tariffs/use-car-types/", tariff_views.CarTypeNumbersView.as_view()),
    path("tariffs/<int:pk>/", tariff_views.TariffView.as_view()),
    path("tariffs/<int:pk>/file/", tariff_views.TariffFileView.as_view()),
    path("tariffs/<int:pk>/preview/", tariff_views.TariffPreviewView.as_view()),
    path("tariffs/<int:pk>/fees/", tariff_views.TariffFeesView.as_view()),
    path("tariffs/<int:pk>/publish/", tariff_views.TariffPublishView.as_view()),
]
