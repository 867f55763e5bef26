"""Callback URLs of login providers, under django-allauth's names."""

from django.urls import path

from apps.accounts.views.social import apple_posted, social_callback

urlpatterns = [
    path("google/login/callback/", social_callback, {"provider": "google"}, name="google_callback"),
    path("facebook/login/callback/", social_callback, {"provider": "facebook"}, name="facebook_callback"),
    path("apple/login/callback/", apple_posted, name="apple_callback"),
    path(
        "apple/login/callback/finish/", social_callback, {"provider": "apple"}, name="apple_finish_callback"
    ),
]
