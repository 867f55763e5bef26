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
    """Validate a language tag with optional script and region: `it`, `pt-BR`, `zh-Hant`."""
    if not LANGUAGE_TAG.fullmatch(code) or locale_of(code) is None:
        raise ValidationError(_("Language not found."))


def validate_date_locale(tag: str) -> None:
    """Validate a locale with an optional numbering system after -u-: `en-GB`, `ar-u-nu-latn`."""
    plain = tag.split("-u-")[0]
    if not EXTENSION.fullmatch(tag[len(plain) :]):
        raise ValidationError(_("Language not found."))
    validate_language(plain)


def locale_of(code: str) -> Locale | None:
    """Return Babel's locale; that of the language alone if the region is unknown."""
    for known in (code, code.split("-")[0]):
        try:
            return Locale.parse(known, sep="-")
        except (ValueError, UnknownLocaleError):
            continue
    return None


class Language(models.Model):
    """A language of the pages (document 2, section 3) and the operator's translations.

    keyValuePairs are not stored as a whole: they are the shipped texts of `base`, then `copied`, then
    `pairs` (docs/decisions/0027-translations.md).
    """

    name = models.CharField(max_length=60)
    """langName: the language's own name for itself."""
    code = models.CharField(max_length=20, unique=True, validators=[validate_language])
    """langLocale."""
    date_locale = models.CharField(max_length=40, validators=[validate_date_locale])
    base = models.CharField(max_length=20, editable=False)
    """The shipped language whose texts are the fallback; itself for a shipped language."""
    default = models.BooleanField(default=False)
    removed = models.BooleanField(default=False)
    """A deleted shipped language; without the row, the next read would add it again."""
    copied = models.JSONField(default=dict, blank=True)
    """Translations of the default language at the time when this language was added."""
    pairs = models.JSONField(default=dict, blank=True)
    """Own translations by key."""
    version = models.PositiveIntegerField(default=1)
    """Incremented with every change of texts, because browsers cache a version permanently."""
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
