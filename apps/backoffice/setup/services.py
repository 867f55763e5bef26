"""The first start of a platform: its settings, default data and first admin, in one transaction."""

from dataclasses import dataclass
from typing import Final

from allauth.account.models import EmailAddress
from babel import Locale, UnknownLocaleError
from babel.core import get_global
from babel.numbers import get_currency_symbol, list_currencies
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils.translation import gettext as _

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.accounts.phone_numbers.countries import countries, dial_codes
from apps.accounts.sign_up.password_policy import check_password_policy
from apps.backoffice.setup.catalogue import create_car_types, create_reasons
from apps.core.audit import record
from apps.core.errors import BadInput
from apps.core.models import PlatformSettings
from apps.core.models.platform import validate_time_zone
from apps.core.money import MONEY_PLACES, minor_units
from apps.core.platform import update_platform_settings

KIND: Final = "settings"


class SetupRefused(Exception):
    """Nothing was changed; the message says why, and how to go on, in one sentence."""

    def __init__(self, message: str, *, field: str = "company_name") -> None:
        super().__init__(message)
        self.field = field
        """The field of NewPlatform with the refused value."""


class AlreadySetUp(SetupRefused):
    """There is an admin: from then on the settings are theirs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPlatform:
    company_name: str
    country: str
    """Two letters (ISO 3166-1)."""
    currency: str
    """Three letters (ISO 4217)."""
    time_zone: str
    email: str
    password: str
    symbol: str = ""
    """Of the currency; blank is the one that the country uses."""


@dataclass(frozen=True, slots=True)
class SetUp:
    """What a new platform got."""

    admin: User
    country_name: str
    dial_code: str
    symbol: str
    decimals: int
    car_types: int
    reasons: int


@transaction.atomic
def set_up(new: NewPlatform) -> SetUp:
    """Store the settings, the default car types and reasons, and the first admin, a superuser.

    Raises SetupRefused where there is an admin or a value is not allowed; nothing has changed then.
    """
    # Two that run at once wait for each other here.
    PlatformSettings.objects.get_or_create(pk=1)
    PlatformSettings.objects.select_for_update().get(pk=1)
    refuse_second_admin()
    country = country_name(new.country)
    code = known_currency(new.currency)
    symbol = new.symbol or symbol_of(code, new.country)
    decimals = min(minor_units(code), MONEY_PLACES)
    known_email(new.email)
    stored = {
        "app_name": new.company_name,
        "company_name": new.company_name,
        "country": country,
        "code": code,
        "symbol": symbol,
        "decimal": decimals,
        "time_zone": known_time_zone(new.time_zone),
    }
    try:
        update_platform_settings(**stored)
    except ValidationError as error:
        raise SetupRefused(_first_message(error)) from error
    admin = _create_admin(new)
    record(
        by=None,
        action="changed",
        kind=KIND,
        target_id=1,
        label=new.company_name,
        after=stored,
    )
    return SetUp(
        admin=admin,
        country_name=country,
        dial_code=dial_codes()[new.country.upper()],
        symbol=symbol,
        decimals=decimals,
        car_types=create_car_types(),
        reasons=create_reasons(),
    )


def is_set_up() -> bool:
    """Return whether an admin exists."""
    return User.objects.filter(user_type=UserType.ADMIN, deleted_at=None).exists()


def refuse_second_admin() -> None:
    """Raises AlreadySetUp if an admin exists."""
    if is_set_up():
        raise AlreadySetUp(
            _("This platform is set up already: it has an admin. Log in to change its settings.")
        )


def country_name(code: str) -> str:
    """The English name of a country by its two letters."""
    for country in countries(settings.LANGUAGE_CODE):
        if country.code == code.upper():
            return country.label
    raise SetupRefused(
        _("“%(value)s” is not a country. Enter its two letters, such as GB.") % {"value": code},
        field="country",
    )


def known_currency(code: str) -> str:
    if code.upper() not in list_currencies():
        raise SetupRefused(
            _("“%(value)s” is not a currency. Enter its three letters, such as EUR.") % {"value": code},
            field="currency",
        )
    return code.upper()


def known_time_zone(name: str) -> str:
    try:
        validate_time_zone(name)
    except ValidationError as error:
        raise SetupRefused(
            _("“%(value)s” is not a time zone. Enter a name such as Europe/London.") % {"value": name},
            field="time_zone",
        ) from error
    return name


def known_email(email: str) -> str:
    try:
        validate_email(email)
    except ValidationError as error:
        raise SetupRefused(
            _("“%(value)s” is not an email address.") % {"value": email}, field="email"
        ) from error
    return email


def symbol_of(currency: str, country: str) -> str:
    """The sign of a currency in a country: CAD is $ in Canada and CA$ in Kenya."""
    try:
        locale = Locale("en", country.upper())
    except UnknownLocaleError:
        locale = Locale("en")
    return get_currency_symbol(currency, locale)


def time_zones_of(country: str) -> list[str]:
    """The time zones of a country, by name."""
    territories = get_global("zone_territories")
    return sorted(name for name, code in territories.items() if code == country.upper())


def _create_admin(new: NewPlatform) -> User:
    draft = User(email=new.email)
    try:
        check_password_policy(new.password, draft)
    except BadInput as error:
        raise SetupRefused(str(error.detail), field="password") from error
    admin = User.objects.create_superuser(new.email, new.password, created_by_admin=True)
    # The first admin can log in even if the settings require a verified email address.
    EmailAddress.objects.create(user=admin, email=admin.email or "", primary=True, verified=True)
    record(
        by=None,
        action="added",
        kind="user",
        target_id=admin.pk,
        label=str(admin),
        after={"email": admin.email, "user_type": admin.user_type},
    )
    return admin


def _first_message(error: ValidationError) -> str:
    name, (message, *_rest) = next(iter(error.message_dict.items()))
    return f"{name}: {message}"
