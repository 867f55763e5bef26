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
    """A login that needs a second factor before a session starts."""

    challenge = serializers.CharField(help_text="Send it with the code to auth/two-factor/.")
    factors = serializers.ListField(
        child=serializers.ChoiceField(choices=("app", "passkey")),
        help_text="What the user has. A recovery code works as well; a passkey logs in by auth/passkey/.",
    )
    expires_in = serializers.IntegerField(help_text="Seconds until the login must start again.")


class SessionSerializer(serializers.Serializer[Any]):
    access = serializers.CharField()
    expires_in = serializers.IntegerField(help_text="Seconds until the access token expires.")
    user = MeSerializer()
