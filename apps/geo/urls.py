from django.urls import path

from apps.geo import views

urlpatterns = [
    path("map/", views.MapView.as_view(), name="map"),
    path("places/autocomplete/", views.AutocompleteView.as_view(), name="places-autocomplete"),
    path("places/reverse/", views.ReverseView.as_view(), name="places-reverse"),
    path("places/<str:place_id>/", views.PlaceView.as_view(), name="place"),
    path("routes/", views.RouteView.as_view(), name="routes"),
    path("routes/matrix/", views.MatrixView.as_view(), name="routes-matrix"),
]
