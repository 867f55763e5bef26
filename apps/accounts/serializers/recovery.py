"""Serializers for passwords and email verification."""

from typing import Any

from rest_framework import serializers

PASSWORD_LENGTH = 128


class EmailSerializer(serializers.Serializer[Any]):
    email = serializers.EmailField()


class KeySerializer(serializers.Serializer[Any]):
    key = serializers.CharField(max_length=200, help_text="The `key` of the link in the email.")


class NewPasswordSerializer(KeySerializer):
    password = serializers.CharField(trim_whitespace=False)


class PasswordChangeSerializer(serializers.Serializer[Any]):
    current = serializers.CharField(
        max_length=PASSWORD_LENGTH,
        trim_whitespace=False,
        required=False,
        allow_blank=True,
        default="",
        help_text="Not needed by users without a password.",
    )
    password = serializers.CharField(trim_whitespace=False)


class NewEmailSerializer(serializers.Serializer[Any]):
    email = serializers.CharField(allow_blank=True, max_length=254)


class DetailSerializer(serializers.Serializer[Any]):
    detail = serializers.CharField(help_text="A message for the user.")
