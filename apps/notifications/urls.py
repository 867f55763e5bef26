from django.urls import path

from apps.notifications.views import InboxReadView, InboxView

urlpatterns = [
    path("me/inbox/", InboxView.as_view()),
    path("me/inbox/read/", InboxReadView.as_view()),
]
