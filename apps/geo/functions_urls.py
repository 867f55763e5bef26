"""The six map endpoints of document 1, under /functions/."""

from django.urls import path

from apps.geo import functions

urlpatterns = [
    path("googleapis-autocomplete", functions.AutocompleteFunction.as_view()),
    path("googleapis-getcoords", functions.CoordsFunction.as_view()),
    path("googleapis-getroute", functions.RouteFunction.as_view()),
    path("googleapis-getaddress", functions.AddressFunction.as_view()),
    path("googleapis-getdrivetime", functions.DriveTimeFunction.as_view()),
    path("googleapis-getmultiloctime", functions.MultiLocationFunction.as_view()),
]
