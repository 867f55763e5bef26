from django.urls import path

from apps.fares import views

urlpatterns = [
    path("car-types/", views.CarTypesView.as_view(), name="car-types"),
    path("estimates/", views.EstimatesView.as_view(), name="estimates"),
    path("promos/", views.PromosView.as_view(), name="promos"),
    path("promos/check/", views.CheckPromoView.as_view(), name="promos-check"),
]
