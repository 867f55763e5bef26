from django.urls import path

from apps.recording.quotes.views import QuoteSummaryView

urlpatterns = [
    path("quotes/summary/", QuoteSummaryView.as_view()),
]
