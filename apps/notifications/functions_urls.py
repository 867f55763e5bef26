"""The push endpoint of document 1, under /functions/."""

from django.urls import path

from apps.notifications.views.functions import SendNotificationView

urlpatterns = [path("send_notification", SendNotificationView.as_view())]
