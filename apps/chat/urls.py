from django.urls import path

from apps.chat.views import ChatReadView, ChatView

urlpatterns = [
    path("bookings/<int:pk>/messages/", ChatView.as_view()),
    path("bookings/<int:pk>/messages/read/", ChatReadView.as_view()),
]
