from typing import Any

from django.urls import path

from apps.realtime.views import LocationView, SpansView, TicketView

urlpatterns: list[Any] = [
    path("realtime/ticket/", TicketView.as_view()),
    path("realtime/spans/", SpansView.as_view()),
    path("me/location/", LocationView.as_view()),
]
