"""Shapes of signing in."""

from typing import Any

from rest_framework import serializers

from apps.accounts.serializers.me import MeSerializer


class SignInSerializer(serializers.Serializer[Any]):
    email = serializers.EmailField()
    password = serializers.CharField(max_length=128, trim_whitespace=False)


class SessionSerializer(serializers.Serializer[Any]):
    access = serializers.CharField()
    expires_in = serializers.IntegerField(help_text="Seconds until the access token ends.")
    user = MeSerializer()
