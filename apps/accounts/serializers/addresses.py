"""Shapes of saved addresses."""

from typing import Any

from rest_framework import serializers

from apps.accounts.models import SavedAddress


class SavedAddressSerializer(serializers.ModelSerializer[SavedAddress]):
    class Meta:
        model = SavedAddress
        fields = ("id", "description", "lat", "lng", "count")


class SavedAddressListSerializer(serializers.Serializer[Any]):
    results = SavedAddressSerializer(many=True)
