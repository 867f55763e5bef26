import re
from typing import ClassVar

from babel import Locale, UnknownLocaleError
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

LANGUAGE_TAG = re.compile(r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?")
EXTENSION = re.compile(r"(-u(-[a-z0-9]{2}(-[a-z0-9]{3,8})+)+)?")


def validate_language(code: str) -> None:
    """A language that exists, with script and region where they are said: `it`, `pt-BR`, `zh-Hant`."""
    if not LANGUAGE_TAG.fullmatch(code) or locale_of(code) is None:
        raise ValidationError(_("Language not found."))


def validate_date_locale(tag: str) -> None:
    """A language, and after -u- how it counts: `en-GB`, `ar-u-nu-latn`."""
    plain = tag.split("-u-")[0]
    if not EXTENSION.fullmatch(tag[len(plain) :]):
        raise ValidationError(_("Language not found."))
    validate_language(plain)


def locale_of(code: str) -> Locale | None:
    """What is known of a language; where its region is not known, of the language alone."""
    for known in (code, code.split("-")[0]):
        try:
            return Locale.parse(known, sep="-")
        except (ValueError, UnknownLocaleError):
            continue
    return None


class Language(models.Model):
    """A language of the pages (document 2, section 3), and what the operator says otherwise in it.

    keyValuePairs are not stored whole: they are the words that came with the release in the language
    `base`, then `copied`, then `pairs` (docs/decisions/0027-translations.md).
    """

    name = models.CharField(max_length=60)
    """langName: what the language calls itself."""
    code = models.CharField(max_length=20, unique=True, validators=[validate_language])
    """langLocale."""
    date_locale = models.CharField(max_length=40, validators=[validate_date_locale])
    base = models.CharField(max_length=20, editable=False)
    """The shipped language whose words it has where it has none of its own; itself where it is shipped."""
    default = models.BooleanField(default=False)
    removed = models.BooleanField(default=False)
    """A shipped one that was deleted: otherwise the next read would find it missing, and add it."""
    copied = models.JSONField(default=dict, blank=True)
    """What the default language said otherwise than its release when this language was added."""
    pairs = models.JSONField(default=dict, blank=True)
    """Its own words, by their keys."""
    version = models.PositiveIntegerField(default=1)
    """One more with every change of words: browsers keep a version's words for good."""
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["default"], condition=Q(default=True), name="language_one_default"
            ),
            models.CheckConstraint(
                condition=Q(default=False) | Q(removed=False), name="language_default_is_there"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_shipped(self) -> bool:
        return self.code == self.base

    @property
    def dir(self) -> str:
        locale = locale_of(self.code)
        return "rtl" if locale is not None and locale.character_order == "right-to-left" else "ltr"
