from django.urls import path

from apps.calls.views import CallsView, LiveCallsView

urlpatterns = [
    path("calls/", CallsView.as_view()),
    path("calls/live/", LiveCallsView.as_view()),
]
