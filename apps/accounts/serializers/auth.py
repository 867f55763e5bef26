"""Serializers for login."""

from typing import Any

from rest_framework import serializers

from apps.accounts.serializers.me import MeSerializer


class SignInSerializer(serializers.Serializer[Any]):
    email = serializers.EmailField()
    password = serializers.CharField(max_length=128, trim_whitespace=False)
    captcha = serializers.CharField(
        max_length=4000,
        required=False,
        allow_blank=True,
        default="",
        help_text="Required after many wrong passwords for the account.",
    )


class TwoFactorChallengeSerializer(serializers.Serializer[Any]):
    """A login that needs a code of the authenticator app before a session starts."""

    challenge = serializers.CharField(help_text="Send it with the code to auth/two-factor/.")
    expires_in = serializers.IntegerField(help_text="Seconds until the login must start again.")


class SessionSerializer(serializers.Serializer[Any]):
    access = serializers.CharField()
    expires_in = serializers.IntegerField(help_text="Seconds until the access token expires.")
    user = MeSerializer()
