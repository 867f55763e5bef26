from django.urls import path

from apps.notifications.views.outbox import outbox_messages, outbox_page

urlpatterns = [
    path("", outbox_page),
    path("messages.json", outbox_messages),
]
