"""The push call by its name of document 1, below /functions/."""

from django.urls import path

from apps.notifications.views.functions import SendNotificationView

urlpatterns = [path("send_notification", SendNotificationView.as_view())]
