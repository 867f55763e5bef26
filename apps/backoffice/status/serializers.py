"""Serializers of the status page."""

from typing import Any

from rest_framework import serializers

from apps.core.diagnosis.registry import Level


class FindingSerializer(serializers.Serializer[Any]):
    level = serializers.ChoiceField(choices=[level.value for level in Level])
    text = serializers.CharField(help_text="A sentence in the language of the request.")
    remedy = serializers.CharField(allow_blank=True, help_text="What to do; empty if the level is ok.")


class CheckResultSerializer(serializers.Serializer[Any]):
    subject = serializers.CharField()
    title = serializers.CharField()
    level = serializers.ChoiceField(choices=[level.value for level in Level])
    findings = FindingSerializer(many=True)


class StatusSerializer(serializers.Serializer[Any]):
    version = serializers.CharField()
    level = serializers.ChoiceField(
        choices=[level.value for level in Level], help_text="The level of the worst finding."
    )
    checked_at = serializers.DateTimeField()
    checks = CheckResultSerializer(many=True)
