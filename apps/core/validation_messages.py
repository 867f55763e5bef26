"""Our sentences in place of the frameworks' for values that do not fit, installed once at the start.

Every serializer field and validator takes its sentences from its class, so they are replaced there: a field
that is added later says the same. tests/core/test_validation_messages.py walks every serializer.
"""

from collections.abc import Mapping
from typing import Any, Final

from django.core import validators
from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from rest_framework import fields, relations, serializers
from rest_framework import validators as rest_validators

Messages = Mapping[str, str | Promise]

MISSING: Final = _("Required")
WRONG: Final = _("This isn't valid.")
TOO_LONG: Final = _("This number is too long.")
NUMBER: Final = _("Enter a number.")
WHOLE_NUMBER: Final = _("Enter a whole number.")
DATE_AND_TIME: Final = _("Enter a date and a time.")
DATE: Final = _("Enter a date.")
GONE: Final = _("This no longer exists.")
CHOICE: Final = _("Choose one of the listed values.")
FILE: Final = _("Choose a file.")
LIST: Final = _("This must be a list.")
ONE_AT_LEAST: Final = _("Choose at least one.")
TAKEN: Final = _("Someone else already uses this.")

_NUMBER: Final[Messages] = {
    "max_value": _("Enter {max_value} or less."),
    "min_value": _("Enter {min_value} or more."),
    "max_string_length": TOO_LONG,
    "overflow": TOO_LONG,
}
_LIST: Final[Messages] = {
    "not_a_list": LIST,
    "empty": ONE_AT_LEAST,
    "min_length": _("Choose at least {min_length}."),
    "max_length": _("Choose at most {max_length}."),
}
_RELATED: Final[Messages] = {"required": MISSING, "does_not_exist": GONE, "incorrect_type": WRONG}

OF_FIELDS: Final[Mapping[type[Any], Messages]] = {
    fields.Field: {"required": MISSING, "null": MISSING},
    fields.BooleanField: {"invalid": _("Choose yes or no.")},
    fields.CharField: {
        "invalid": _("Enter text."),
        "blank": MISSING,
        "max_length": _("Use at most {max_length} characters."),
        "min_length": _("Use at least {min_length} characters."),
    },
    fields.EmailField: {"invalid": _("Enter a valid email.")},
    fields.RegexField: {"invalid": WRONG},
    fields.SlugField: {"invalid": WRONG, "invalid_unicode": WRONG},
    fields.URLField: {"invalid": _("Enter a web address, such as https://example.com.")},
    fields.UUIDField: {"invalid": WRONG},
    fields.IPAddressField: {"invalid": WRONG},
    fields.IntegerField: {**_NUMBER, "invalid": WHOLE_NUMBER},
    fields.FloatField: {**_NUMBER, "invalid": NUMBER},
    fields.DecimalField: {
        **_NUMBER,
        "invalid": NUMBER,
        "max_digits": TOO_LONG,
        "max_whole_digits": TOO_LONG,
        "max_decimal_places": _("Use at most {max_decimal_places} decimal places."),
    },
    fields.DateTimeField: {
        "invalid": DATE_AND_TIME,
        "date": DATE_AND_TIME,
        "make_aware": DATE_AND_TIME,
        "overflow": DATE_AND_TIME,
    },
    fields.DateField: {"invalid": DATE, "datetime": DATE},
    fields.TimeField: {"invalid": _("Enter a time.")},
    fields.DurationField: {"invalid": WRONG, "max_value": WRONG, "min_value": WRONG, "overflow": WRONG},
    fields.ChoiceField: {"invalid_choice": CHOICE},
    fields.MultipleChoiceField: {"invalid_choice": CHOICE, "not_a_list": LIST, "empty": ONE_AT_LEAST},
    fields.FilePathField: {"invalid_choice": CHOICE},
    fields.FileField: {
        "required": FILE,
        "invalid": FILE,
        "no_name": FILE,
        "empty": _("This file is empty."),
        "max_length": _("The file name is too long."),
    },
    fields.ImageField: {"invalid_image": _("We couldn't read this photo.")},
    fields.ListField: _LIST,
    fields.DictField: {"not_a_dict": WRONG, "empty": ONE_AT_LEAST},
    fields.JSONField: {"invalid": WRONG},
    serializers.Serializer: {"invalid": WRONG},
    serializers.ListSerializer: _LIST,
    relations.PrimaryKeyRelatedField: _RELATED,
    relations.SlugRelatedField: {"does_not_exist": GONE, "invalid": WRONG},
    relations.ManyRelatedField: {"not_a_list": LIST, "empty": ONE_AT_LEAST},
}

OF_VALIDATORS: Final[Mapping[type[Any], str | Promise]] = {
    validators.RegexValidator: WRONG,
    validators.EmailValidator: _("Enter a valid email."),
    validators.URLValidator: _("Enter a web address, such as https://example.com."),
    validators.ProhibitNullCharactersValidator: WRONG,
    validators.MaxValueValidator: _("Enter %(limit_value)s or less."),
    validators.MinValueValidator: _("Enter %(limit_value)s or more."),
    validators.StepValueValidator: WRONG,
    validators.MaxLengthValidator: _("Use at most %(limit_value)s characters."),
    validators.MinLengthValidator: _("Use at least %(limit_value)s characters."),
    validators.FileExtensionValidator: FILE,
    rest_validators.UniqueValidator: TAKEN,
    rest_validators.UniqueTogetherValidator: TAKEN,
    rest_validators.ProhibitSurrogateCharactersValidator: WRONG,
}

OF_COLUMNS: Final[Mapping[type[Any], Messages]] = {
    models.Field: {"invalid_choice": CHOICE, "null": MISSING, "blank": MISSING, "unique": TAKEN},
    models.BooleanField: {"invalid": _("Choose yes or no."), "invalid_nullable": _("Choose yes or no.")},
    models.IntegerField: {"invalid": WHOLE_NUMBER},
    models.FloatField: {"invalid": NUMBER},
    models.DecimalField: {"invalid": NUMBER},
    models.DateField: {"invalid": DATE, "invalid_date": DATE},
    models.DateTimeField: {
        "invalid": DATE_AND_TIME,
        "invalid_date": DATE_AND_TIME,
        "invalid_datetime": DATE_AND_TIME,
    },
}


def install_validation_messages() -> None:
    """Replace the frameworks' sentences; safe to run twice."""
    for owner, messages in (*OF_FIELDS.items(), *OF_COLUMNS.items()):
        owner.default_error_messages = {**vars(owner).get("default_error_messages", {}), **messages}
    for validator, message in OF_VALIDATORS.items():
        validator.message = message
    decimals: Any = validators.DecimalValidator
    decimals.messages = {
        "invalid": NUMBER,
        "max_digits": TOO_LONG,
        "max_whole_digits": TOO_LONG,
        "max_decimal_places": _("Use at most %(max)s decimal places."),
    }
