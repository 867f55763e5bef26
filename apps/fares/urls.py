from django.urls import path

from apps.fares import views

urlpatterns = [
    path("car-types/", views.CarTypesView.as_view(), name="car-types"),
    path("estimates/", views.EstimatesView.as_view(), name="estimates"),
]
