"""Sign-up calls under the names of document 1, below /functions/."""

from django.urls import path

from apps.accounts.views import functions

urlpatterns = [
    path("check_user_exists", functions.CheckUserExistsView.as_view()),
    path("validate_referrer", functions.ValidateReferrerView.as_view()),
    path("user_signup", functions.UserSignupView.as_view()),
]
