from django.urls import path

from apps.accounts.views.auth import RefreshView, SignInView, SignOutView
from apps.accounts.views.me import AddressesView, AvailabilityView, MeView

urlpatterns = [
    path("auth/sign-in/", SignInView.as_view()),
    path("auth/refresh/", RefreshView.as_view()),
    path("auth/sign-out/", SignOutView.as_view()),
    path("me/", MeView.as_view()),
    path("me/availability/", AvailabilityView.as_view()),
    path("me/addresses/", AddressesView.as_view()),
]
