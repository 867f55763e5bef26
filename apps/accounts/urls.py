"""The calls of people, one a line."""

from django.urls import path

from apps.accounts.views import addresses, auth, me

urlpatterns = [
    path("auth/sign-in/", auth.SignInView.as_view()),
    path("auth/refresh/", auth.RefreshView.as_view()),
    path("auth/sign-out/", auth.SignOutView.as_view()),
    path("me/", me.MeView.as_view()),
    path("me/availability/", me.AvailabilityView.as_view()),
    path("me/addresses/", addresses.AddressesView.as_view()),
]
