from django.urls import path

from apps.chat.guest_views import GuestChatView
from apps.chat.views import ChatReadView, ChatView

urlpatterns = [
    path("bookings/<int:pk>/messages/", ChatView.as_view()),
    path("bookings/<int:pk>/messages/read/", ChatReadView.as_view()),
    path("guest/<str:token>/messages/", GuestChatView.as_view()),
]
