"""Building blocks of apps.core.platform_settings: a setting's group, its kind and its declaration.

A kind is the type of a value. It gives the column, the limits of the API field and the control of the form.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from typing import Any, Final, Generic, Literal, TypeVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from rest_framework import serializers

from apps.core.brand import logo_path
from apps.core.image_fields import PictureField
from apps.core.money import MONEY_DIGITS, MONEY_PLACES, MOST_MONEY

T = TypeVar("T")
Page = Literal["settings", "app-info"]
Category = Literal["taxi", "delivery"]


PICKED: Final = {
    "country": "country",
    "currency": "ISO 4217 code",
    "zone": "IANA time zone",
    "color": "colour as `#rrggbb`",
}


class Group(StrEnum):
    """The headings of the two settings pages, in order."""

    CURRENCY = "currency"
    SECURITY = "security"
    COUNTRY = "country"
    DISPATCH = "dispatch"
    PAYMENTS = "payments"
    SURGE = "surge"
    PRIVACY = "privacy"
    DEMO = "demo"
    COMPANY = "company"
    BRAND = "brand"
    SOCIAL = "social"
    STORES = "stores"

    @property
    def page(self) -> Page:
        return "app-info" if self in (Group.COMPANY, Group.BRAND, Group.SOCIAL, Group.STORES) else "settings"


class Kind(ABC, Generic[T]):
    """The type of a setting; T is the type of its value in code."""

    @abstractmethod
    def column(self, **options: Any) -> "models.Field[Any, Any]":
        """The field of PlatformSettings."""

    @abstractmethod
    def form(self) -> dict[str, Any]:
        """The control of the browser's form, with its limits."""

    @abstractmethod
    def limits(self) -> str:
        """The allowed values, for docs/settings.md."""

    def public_field(self, **options: Any) -> "serializers.Field[Any, Any, Any, Any]":
        """The field of PublicSettingsSerializer."""
        return serializers.CharField(**options)

    def api_options(self) -> dict[str, Any]:
        """Options of the admin API's field beyond the column's limits."""
        return {}


@dataclass(frozen=True)
class Toggle(Kind[bool]):
    def column(self, **options: Any) -> "models.Field[Any, Any]":
        return models.BooleanField(**options)

    def public_field(self, **options: Any) -> "serializers.Field[Any, Any, Any, Any]":
        return serializers.BooleanField(**options)

    def form(self) -> dict[str, Any]:
        return {"kind": "toggle"}

    def limits(self) -> str:
        return "on or off"


@dataclass(frozen=True)
class Text(Kind[str]):
    max_length: int
    picker: Literal["", "country", "currency", "zone", "color"] = ""
    """The list or palette to choose from; blank for a text field."""
    ltr: bool = False
    """Always left to right, as a phone number or a code."""
    validators: Sequence[Callable[[Any], None]] = ()

    def column(self, **options: Any) -> "models.Field[Any, Any]":
        return models.CharField(max_length=self.max_length, validators=self.validators, **options)

    def form(self) -> dict[str, Any]:
        if self.picker:
            return {"kind": self.picker}
        return {"kind": "text", "max": self.max_length} | ({"ltr": True} if self.ltr else {})

    def limits(self) -> str:
        return PICKED[self.picker] if self.picker else f"up to {self.max_length} characters"


@dataclass(frozen=True)
class Lines(Kind[str]):
    max_length: int

    def column(self, **options: Any) -> "models.Field[Any, Any]":
        return models.TextField(max_length=self.max_length, **options)

    def form(self) -> dict[str, Any]:
        return {"kind": "lines", "max": self.max_length}

    def limits(self) -> str:
        return f"lines, up to {self.max_length} characters"


@dataclass(frozen=True)
class Link(Kind[str]):
    def column(self, **options: Any) -> "models.Field[Any, Any]":
        return models.URLField(**options)

    def form(self) -> dict[str, Any]:
        return {"kind": "text", "max": 200, "ltr": True}

    def limits(self) -> str:
        return "URL"


@dataclass(frozen=True)
class Email(Kind[str]):
    def column(self, **options: Any) -> "models.Field[Any, Any]":
        return models.EmailField(**options)

    def form(self) -> dict[str, Any]:
        return {"kind": "text", "max": 254, "ltr": True}

    def limits(self) -> str:
        return "email address"


@dataclass(frozen=True)
class Choice(Kind[str]):
    choices: type[models.TextChoices]
    max_length: int

    def column(self, **options: Any) -> "models.Field[Any, Any]":
        return models.CharField(max_length=self.max_length, choices=self.choices.choices, **options)

    def public_field(self, **options: Any) -> "serializers.Field[Any, Any, Any, Any]":
        return serializers.ChoiceField(choices=self.choices.choices, **options)

    def form(self) -> dict[str, Any]:
        return {"kind": "choice", "options": self.choices.values}

    def limits(self) -> str:
        return ", ".join(f"`{value}`" for value in self.choices.values)


@dataclass(frozen=True)
class Whole(Kind[int]):
    """A whole number; `page_maximum` is a lower limit on the page than in the database."""

    minimum: int
    maximum: int | None = None
    page_maximum: int | None = None

    def column(self, **options: Any) -> "models.Field[Any, Any]":
        # A positive column refuses numbers below zero by itself.
        lowest = [MinValueValidator(self.minimum)] if self.minimum else []
        highest = [] if self.maximum is None else [MaxValueValidator(self.maximum)]
        return models.PositiveSmallIntegerField(validators=[*lowest, *highest], **options)

    def public_field(self, **options: Any) -> "serializers.Field[Any, Any, Any, Any]":
        return serializers.IntegerField(**options)

    def api_options(self) -> dict[str, Any]:
        return {} if self.page_maximum is None else {"max_value": self.page_maximum}

    def form(self) -> dict[str, Any]:
        return {
            "kind": "number",
            "whole": True,
            "min": self.minimum,
            "max": self.page_maximum or self.maximum,
        }

    def limits(self) -> str:
        return f"{self.minimum} to {self.page_maximum or self.maximum}"


@dataclass(frozen=True)
class Money(Kind[Decimal]):
    page_maximum: Decimal | None = None

    def column(self, **options: Any) -> "models.Field[Any, Any]":
        return models.DecimalField(
            max_digits=MONEY_DIGITS, decimal_places=MONEY_PLACES, validators=[MinValueValidator(0)], **options
        )

    def public_field(self, **options: Any) -> "serializers.Field[Any, Any, Any, Any]":
        return serializers.DecimalField(max_digits=MONEY_DIGITS, decimal_places=MONEY_PLACES, **options)

    def api_options(self) -> dict[str, Any]:
        limit = {} if self.page_maximum is None else {"max_value": self.page_maximum}
        return {"allow_null": True} | limit

    def form(self) -> dict[str, Any]:
        return {"kind": "number", "min": 0}

    def limits(self) -> str:
        return "amount, 0 or more"


@dataclass(frozen=True)
class Limit(Kind[Decimal | None]):
    """An amount that may be left empty for no limit."""

    def column(self, **options: Any) -> "models.Field[Any, Any]":
        return models.DecimalField(
            max_digits=MONEY_DIGITS,
            decimal_places=MONEY_PLACES,
            null=True,
            validators=[MinValueValidator(0)],
            **options,
        )

    def api_options(self) -> dict[str, Any]:
        return {"max_value": MOST_MONEY}

    def form(self) -> dict[str, Any]:
        return {"kind": "number", "min": 0, "max": int(MOST_MONEY)}

    def limits(self) -> str:
        return "amount, 0 or more, or empty"


@dataclass(frozen=True)
class Distance(Kind[Decimal | None]):
    """In the platform's unit of distance; may be left empty."""

    def column(self, **options: Any) -> "models.Field[Any, Any]":
        return models.DecimalField(
            max_digits=8,
            decimal_places=2,
            null=True,
            blank=True,
            validators=[MinValueValidator(0)],
            **options,
        )

    def public_field(self, **options: Any) -> "serializers.Field[Any, Any, Any, Any]":
        return serializers.FloatField(**options)

    def form(self) -> dict[str, Any]:
        return {"kind": "number", "min": 0}

    def limits(self) -> str:
        return "distance, 0 or more"


@dataclass(frozen=True)
class Amounts(Kind[list[Any]]):
    """A list of different numbers above zero, stored as text in JSON."""

    most: int
    least: int = 0

    def column(self, **options: Any) -> "models.Field[Any, Any]":
        return models.JSONField(**options)

    def public_field(self, **options: Any) -> "serializers.Field[Any, Any, Any, Any]":
        return serializers.ListField(child=serializers.CharField(), **options)

    def api_field_options(self) -> dict[str, Any]:
        """Options of the ListField that the admin API uses for the JSON column."""
        number = serializers.DecimalField(
            max_digits=14, decimal_places=4, validators=[MinValueValidator(Decimal("0.0001"))]
        )
        least = {"min_length": self.least} if self.least else {}
        return {"child": number, **least, "max_length": self.most}

    def form(self) -> dict[str, Any]:
        return {"kind": "amounts", "max": self.most}

    def limits(self) -> str:
        return f"{self.most} numbers" if self.least == self.most else f"up to {self.most} numbers"


@dataclass(frozen=True)
class Logo(Kind[str]):
    """An uploaded picture; the value is its file's name in the public storage."""

    def column(self, **options: Any) -> "models.Field[Any, Any]":
        return PictureField(upload_to=logo_path, **options)

    def form(self) -> dict[str, Any]:
        return {"kind": "logo"}

    def limits(self) -> str:
        return "JPEG, PNG or WebP"


@dataclass(frozen=True, kw_only=True)
class Setting:
    """One declared setting; `setting` describes the options."""

    group: Group
    kind: Kind[Any]
    default: Any
    public: bool
    only: Category | None
    secret: bool
    job_on_change: str
    db_default: bool
    help_text: str
    name: str = ""

    @property
    def initial(self) -> Any:
        return self.default() if callable(self.default) else self.default

    @property
    def may_be_blank(self) -> bool:
        return self.initial in ("", [], None)

    def column(self) -> "models.Field[Any, Any]":
        options: dict[str, Any] = {"blank": True} if self.may_be_blank else {}
        if self.initial != "":
            options["default"] = self.default
        if self.db_default:
            options["db_default"] = self.initial
        return self.kind.column(**options)

    def api_options(self) -> dict[str, Any]:
        options = self.kind.api_options()
        return options | {"help_text": self.help_text} if self.help_text else options

    def public_field(self) -> "serializers.Field[Any, Any, Any, Any]":
        return self.kind.public_field(**({"help_text": self.help_text} if self.help_text else {}))


METADATA: Final = "setting"


def setting(
    group: Group,
    kind: Kind[T],
    *,
    default: Any = "",
    public: bool = False,
    only: Category | None = None,
    secret: bool = False,
    job_on_change: str = "",
    db_default: bool = False,
    help_text: str = "",
) -> T:
    """Declare a field of Platform.

    default: the initial value; a setting whose default is empty may be left blank.
    public: visible before login, in PublicSettingsSerializer.
    only: shown on the page in this service category only.
    secret: hidden in demo mode, and recorded in the audit log without its value.
    job_on_change: an outbox job that runs after a change.
    db_default: the column has the default too, so that the previous release can insert the row.
    help_text: the description in the API schema. Label and hint of the page are translations.
    """
    declared = Setting(
        group=group,
        kind=kind,
        default=default,
        public=public,
        only=only,
        secret=secret,
        job_on_change=job_on_change,
        db_default=db_default,
        help_text=help_text,
    )
    made: T = field(metadata={METADATA: declared})
    return made
