from django.urls import path

from apps.notifications.views.devices import DevicesView, DeviceView, PushConfigView
from apps.notifications.views.inbox import InboxReadView, InboxView

urlpatterns = [
    path("me/inbox/", InboxView.as_view()),
    path("me/inbox/read/", InboxReadView.as_view()),
    path("me/devices/", DevicesView.as_view()),
    path("me/devices/<int:pk>/", DeviceView.as_view()),
    path("push/config/", PushConfigView.as_view()),
]
