"""Serializers for saved addresses."""

from typing import Any

from rest_framework import serializers

from apps.accounts.models import SavedAddress
from apps.geo.serializers import LatLngSerializer


class SavedAddressSerializer(serializers.ModelSerializer[SavedAddress]):
    class Meta:
        model = SavedAddress
        fields = ("id", "description", "lat", "lng", "count")


class SavedAddressListSerializer(serializers.Serializer[Any]):
    results = SavedAddressSerializer(many=True)


class NewAddressSerializer(LatLngSerializer):
    description = serializers.CharField(max_length=300)


class AddressNameSerializer(serializers.Serializer[Any]):
    description = serializers.CharField(max_length=300)
