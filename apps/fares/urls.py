from django.urls import path

from apps.fares import office_views, views

urlpatterns = [
    path("car-types/", office_views.EditableCarTypesView.as_view(), name="car-types"),
    path("car-types/all/", office_views.AllCarTypesView.as_view()),
    path("car-types/preview/", office_views.FarePreviewView.as_view()),
    path("car-types/<int:pk>/", office_views.CarTypeView.as_view()),
    path("car-types/<int:pk>/image/", office_views.CarTypeImageView.as_view()),
    path("car-types/<int:pk>/move/", office_views.CarTypeMoveView.as_view()),
    path("estimates/", views.EstimatesView.as_view(), name="estimates"),
    path("free-cars/", views.FreeCarsView.as_view(), name="free-cars"),
    path("promos/", office_views.EditablePromosView.as_view(), name="promos"),
    path("promos/all/", office_views.AllPromosView.as_view()),
    path("promos/check/", views.CheckPromoView.as_view(), name="promos-check"),
    path("promos/<int:pk>/", office_views.PromoView.as_view()),
]
