from django.urls import path

from apps.fares import views
from apps.fares.admin_api import views as admin_views

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
]
