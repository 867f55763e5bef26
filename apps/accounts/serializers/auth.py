"""Serializers of logging in."""

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
        help_text="Asked for where many wrong passwords were entered for the account.",
    )


class TwoFactorChallengeSerializer(serializers.Serializer[Any]):
    """No session yet: a code of the authenticator app comes first."""

    challenge = serializers.CharField(help_text="To be sent with the code to auth/two-factor/.")
    expires_in = serializers.IntegerField(help_text="Seconds until the login has to begin again.")


class SessionSerializer(serializers.Serializer[Any]):
    access = serializers.CharField()
    expires_in = serializers.IntegerField(help_text="Seconds until the access token ends.")
    user = MeSerializer()
