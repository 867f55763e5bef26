"""Serializers of versions and consents."""

from typing import Any, Final

from rest_framework import serializers

from apps.accounts.models import Consent, ConsentSource, TermsDocument, TermsVersion
from apps.accounts.terms.selectors import text_in

MAX_TEXT: Final = 60_000


class TermsTextSerializer(serializers.Serializer[TermsVersion]):
    """A published version in the reader's language."""

    id = serializers.IntegerField()
    document = serializers.ChoiceField(choices=TermsDocument.choices)
    label = serializers.CharField()  # type: ignore[assignment]  # the field's own name for a caption
    published_at = serializers.DateTimeField()
    language = serializers.CharField(help_text="Of the text.")
    text = serializers.CharField()

    def to_representation(self, version: TermsVersion) -> dict[str, Any]:
        language, text = text_in(version, self.context.get("language", ""))
        return {
            "id": version.pk,
            "document": version.document,
            "label": version.label,
            "published_at": self.fields["published_at"].to_representation(version.published_at),
            "language": language,
            "text": text,
        }


class TermsSerializer(serializers.Serializer[Any]):
    results = TermsTextSerializer(many=True)


class ConsentSerializer(serializers.ModelSerializer[Consent]):
    document = serializers.ChoiceField(source="version.document", choices=TermsDocument.choices)
    label = serializers.CharField(source="version.label")  # type: ignore[assignment]  # as above
    source = serializers.ChoiceField(choices=ConsentSource.choices)  # type: ignore[assignment]  # as above

    class Meta:
        model = Consent
        fields = ("id", "version", "document", "label", "given_at", "source", "language")


class OwnConsentsSerializer(serializers.Serializer[Any]):
    due = TermsTextSerializer(many=True, help_text="To agree to now; nothing during a trip.")
    given = ConsentSerializer(many=True, help_text="The latest first.")


class VersionRowSerializer(serializers.ModelSerializer[TermsVersion]):
    document = serializers.ChoiceField(choices=TermsDocument.choices)
    texts = serializers.DictField(child=serializers.CharField())
    published_by = serializers.CharField(
        source="published_by.full_name", allow_null=True, default=None, help_text="Name."
    )
    is_current = serializers.BooleanField(help_text="The version of its document that was published last.")
    agreed = serializers.IntegerField(help_text="The number of users who agreed.")

    class Meta:
        model = TermsVersion
        fields = (
            *("id", "document", "label", "texts", "created_at", "published_at", "published_by"),
            *("is_current", "agreed"),
        )


class VersionListSerializer(serializers.Serializer[Any]):
    results = VersionRowSerializer(many=True)


# -- requests ------------------------------------------------------------------------------------


class LanguageSerializer(serializers.Serializer[Any]):
    language = serializers.CharField(
        max_length=10, required=False, default="", allow_blank=True, help_text="The page's by default."
    )


class AgreeSerializer(LanguageSerializer):
    versions = serializers.ListField(
        child=serializers.IntegerField(min_value=1), min_length=1, max_length=10, help_text="Ids."
    )


class DraftSerializer(serializers.Serializer[Any]):
    document = serializers.ChoiceField(choices=TermsDocument.choices)
    label = serializers.CharField(max_length=40)  # type: ignore[assignment]  # as above
    texts = serializers.DictField(
        child=serializers.CharField(max_length=MAX_TEXT, allow_blank=True),
        help_text="Text by language; the platform's default language is required.",
    )
