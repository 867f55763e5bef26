"""Callback URLs of login providers, under django-allauth's names."""

from django.urls import path

from apps.accounts.views.social import apple_posted, social_callback
from config.social import COMPANY

urlpatterns = [
    path("google/login/callback/", social_callback, {"provider": "google"}, name="google_callback"),
    path("facebook/login/callback/", social_callback, {"provider": "facebook"}, name="facebook_callback"),
    path(
        "company/login/callback/",
        social_callback,
        # django-allauth finds the URL by the provider's id.
        {"provider": COMPANY, "provider_id": COMPANY},
        name="openid_connect_callback",
    ),
    path("apple/login/callback/", apple_posted, name="apple_callback"),
    path(
        "apple/login/callback/finish/", social_callback, {"provider": "apple"}, name="apple_finish_callback"
    ),
]
