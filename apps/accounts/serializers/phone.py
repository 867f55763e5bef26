"""Serializers for the captcha, phone codes and a change of mobile number."""

from typing import Any

from rest_framework import serializers


class CaptchaChallengeSerializer(serializers.Serializer[Any]):
    """A challenge in the format of the captcha's widget."""

    parameters = serializers.DictField()
    signature = serializers.CharField()


class PhoneCodeRequestSerializer(serializers.Serializer[Any]):
    mobile = serializers.CharField(
        max_length=40,
        allow_blank=True,
        help_text="The full number, `+44...`; spaces and hyphens do not matter.",
    )
    captcha = serializers.CharField(
        max_length=4000, required=False, allow_blank=True, default="", help_text="The solved challenge."
    )


class PhoneCodeSentSerializer(serializers.Serializer[Any]):
    verification_id = serializers.UUIDField()
    expires_in = serializers.IntegerField(help_text="Seconds until the code expires.")
    resend_in = serializers.IntegerField(help_text="Seconds until another code can be requested.")


class PhoneCodeSerializer(serializers.Serializer[Any]):
    verification_id = serializers.CharField(max_length=40)
    code = serializers.CharField(max_length=20, trim_whitespace=False, help_text="Six digits.")


class VerificationIdSerializer(serializers.Serializer[Any]):
    verification_id = serializers.CharField(max_length=40)
