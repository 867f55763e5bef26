"""Serializers of saved views."""

from typing import Any

from rest_framework import serializers

from apps.backoffice.models import SavedView


class SavedViewSerializer(serializers.ModelSerializer[SavedView]):
    columns = serializers.ListField(child=serializers.CharField())

    class Meta:
        model = SavedView
        fields = ("id", "list", "name", "query", "columns")


class SavedViewListSerializer(serializers.Serializer[Any]):
    results = SavedViewSerializer(many=True)


class KeepViewSerializer(serializers.Serializer[Any]):
    # Before the field `list`, which shadows the builtin in the class body.
    columns = serializers.ListField(child=serializers.CharField(max_length=60), max_length=80, default=list)
    list = serializers.SlugField(max_length=40)
    name = serializers.CharField(max_length=60)
    query = serializers.CharField(max_length=1000, allow_blank=True, default="")
