"""Serializers of languages and translations."""

from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from rest_framework import serializers

from apps.backoffice.languages.selectors import completeness, key_value_pairs, overrides
from apps.backoffice.models import Language
from apps.backoffice.models.language import validate_date_locale, validate_language

MAX_FILE_LENGTH = 900_000
"""Maximum characters per text; a request may be up to 1 MB."""


class LanguageSerializer(serializers.Serializer[Language]):
    id = serializers.IntegerField(read_only=True)
    name = serializers.CharField(max_length=60, help_text="langName")
    code = serializers.CharField(max_length=20, validators=[validate_language], help_text="langLocale")
    date_locale = serializers.CharField(max_length=40, validators=[validate_date_locale])
    dir = serializers.ChoiceField(choices=["ltr", "rtl"], read_only=True)
    base = serializers.CharField(
        read_only=True, help_text="The shipped language whose texts are the fallback."
    )
    default = serializers.BooleanField(read_only=True)
    shipped = serializers.BooleanField(source="is_shipped", read_only=True)
    overrides = serializers.SerializerMethodField(
        help_text="Number of texts that differ from the base language."
    )
    completeness = serializers.SerializerMethodField(help_text="Percentage of translated texts.")
    version = serializers.IntegerField(read_only=True, help_text="Version of the texts.")
    created_at = serializers.DateTimeField(read_only=True)

    def get_overrides(self, language: Language) -> int:
        return len(overrides(language))

    def get_completeness(self, language: Language) -> int:
        return completeness(language)


class LanguageListSerializer(serializers.Serializer[Any]):
    next = serializers.CharField(allow_null=True, default=None, help_text="Always null; there is one page.")
    results = LanguageSerializer(many=True)


class LanguageDetailSerializer(LanguageSerializer):
    key_value_pairs = serializers.SerializerMethodField(help_text="Every text by key.")

    def get_key_value_pairs(self, language: Language) -> dict[str, str]:
        return key_value_pairs(language)


class ChangeLanguageSerializer(LanguageSerializer):
    key_value_pairs = serializers.JSONField(
        encoder=DjangoJSONEncoder,
        required=False,
        allow_null=True,
        help_text="The whole map; missing keys are inherited.",
    )


class TranslationsSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    version = serializers.IntegerField()
    pairs = serializers.DictField(child=serializers.CharField())


class WordSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    default = serializers.CharField(help_text="The text in the default language.")
    text = serializers.CharField(help_text="The text in use.")
    shipped = serializers.CharField(allow_null=True, help_text="The shipped text in this language.")
    own = serializers.BooleanField(help_text="False: not translated yet.")
    changed = serializers.BooleanField(help_text="Set here and not by the release.")
    plural = serializers.BooleanField()


class WordsSerializer(serializers.Serializer[Any]):
    results = WordSerializer(many=True)


class SetWordsSerializer(serializers.Serializer[Any]):
    pairs = serializers.DictField(
        child=serializers.CharField(allow_null=True, allow_blank=True, trim_whitespace=False),
        help_text="null restores the shipped text.",
    )


class ImportWordsSerializer(serializers.Serializer[Any]):
    type = serializers.ChoiceField(choices=["json", "csv"])
    content = serializers.CharField(max_length=MAX_FILE_LENGTH, trim_whitespace=False)
    dry_run = serializers.BooleanField(default=False)


class ImportedSerializer(serializers.Serializer[Any]):
    changed = serializers.DictField(child=serializers.CharField())
    same = serializers.IntegerField()
    wrong = serializers.DictField(child=serializers.CharField(), help_text="Reason by key.")
