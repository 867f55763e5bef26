"""The six calls of maps by the names of document 1, below /functions/."""

from django.urls import path

from apps.geo import functions

urlpatterns = [
    path("googleapis-autocomplete", functions.AutocompleteDoor.as_view()),
    path("googleapis-getcoords", functions.CoordsDoor.as_view()),
    path("googleapis-getroute", functions.RouteDoor.as_view()),
    path("googleapis-getaddress", functions.AddressDoor.as_view()),
    path("googleapis-getdrivetime", functions.DriveTimeDoor.as_view()),
    path("googleapis-getmultiloctime", functions.MultiLocationDoor.as_view()),
]
