from django.urls import path

from apps.notifications.views.announcements import (
    AnnouncementsView,
    AnnouncementView,
    AudienceView,
    SendAnnouncementView,
)
from apps.notifications.views.devices import DevicesView, DeviceView, PushConfigView
from apps.notifications.views.inbox import InboxReadView, InboxView
from apps.notifications.views.outbox import OutboxSessionView

urlpatterns = [
    path("me/inbox/", InboxView.as_view()),
    path("me/inbox/read/", InboxReadView.as_view()),
    path("me/devices/", DevicesView.as_view()),
    path("me/devices/<int:pk>/", DeviceView.as_view()),
    path("notifications/", AnnouncementsView.as_view()),
    path("notifications/count/", AudienceView.as_view()),
    path("notifications/<int:pk>/", AnnouncementView.as_view()),
    path("notifications/<int:pk>/send/", SendAnnouncementView.as_view()),
    path("outbox/session/", OutboxSessionView.as_view()),
    path("push/config/", PushConfigView.as_view()),
]
