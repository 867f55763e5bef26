"""Serializers for image uploads."""

from typing import Any

from rest_framework import serializers


class ImageUploadSerializer(serializers.Serializer[Any]):
    """One file as multipart/form-data: JPEG, PNG or WebP, at most 8 MB and 40 million pixels."""

    image = serializers.FileField()


class LicenseTokenSerializer(serializers.Serializer[Any]):
    token = serializers.CharField(help_text="Sent as license_image of one sign-up.")
    expires_in = serializers.IntegerField(help_text="Seconds until the token expires.")
