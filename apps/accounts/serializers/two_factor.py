"""Serializers for two-factor login."""

from typing import Any

from rest_framework import serializers


class CodeField(serializers.CharField):
    """A code of the app or a recovery code; spaces and hyphens are allowed."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=30, **kwargs)


class TwoFactorLoginSerializer(serializers.Serializer[Any]):
    challenge = serializers.CharField(max_length=100)
    code = CodeField()


class TwoFactorCodeSerializer(serializers.Serializer[Any]):
    code = CodeField()


class TwoFactorTurnOffSerializer(TwoFactorCodeSerializer):
    password = serializers.CharField(
        max_length=128, trim_whitespace=False, required=False, allow_blank=True, default=""
    )


class TwoFactorStateSerializer(serializers.Serializer[Any]):
    enabled = serializers.BooleanField()
    required = serializers.BooleanField(  # type: ignore[assignment]  # a field of that name
        help_text="The settings require it of this user."
    )
    recovery_codes_left = serializers.IntegerField()


class TwoFactorSetupSerializer(serializers.Serializer[Any]):
    secret = serializers.CharField(help_text="For typing when the QR code cannot be scanned.")
    otpauth_url = serializers.CharField()
    qr_code = serializers.CharField(help_text="A data URI.")


class RecoveryCodesSerializer(serializers.Serializer[Any]):
    recovery_codes = serializers.ListField(child=serializers.CharField(), help_text="Shown only once.")
