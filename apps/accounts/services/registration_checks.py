"""What a sign-up must hold, one check a rule of document 2, section 5; nothing here writes."""

import re
from collections.abc import Mapping
from typing import Any, Final

from django.db import models
from django.utils.translation import gettext_lazy as _

from apps.accounts.bank import BANK_FIELDS, bank_fields_due
from apps.accounts.choices import UserType
from apps.accounts.countries import dial_codes, full_mobile, home_country, stripped, typed_mobile
from apps.accounts.models import DriverProfile, User
from apps.accounts.registration import NewVehicle, Registration
from apps.accounts.services.existing_users import is_email
from apps.core.errors import BadInput, Sentence
from apps.core.platform import Platform

NO_MOBILE: Final = _("Enter a phone number.")
WRONG_MOBILE: Final = _("Enter a valid phone number, as you dial it or with + and the country code.")
PHONE: Final = re.compile(r"[0-9]{6,}")
SELF_REGISTERED: Final = (UserType.RIDER, UserType.DRIVER)
VEHICLE_FIELDS: Final = ("vehicle_make", "vehicle_model", "vehicle_number", "other_info")


def check_names(user: User) -> None:
    """Both names hold more than spaces, and fit. Raises BadInput proper_input_name."""
    names = ("first_name", "last_name")
    sentence = _("Enter a name.")
    bad = [name for name in names if not getattr(user, name)] or _too_long(user, names)
    if bad:
        raise BadInput("proper_input_name", sentence, fields=dict.fromkeys(bad, sentence))


def check_email(user: User) -> None:
    """Raises BadInput proper_email."""
    if not is_email(user.email or "") or _too_long(user, ("email",)):
        sentence = _("Enter a valid email.")
        raise BadInput("proper_email", sentence, fields={"email": sentence})


def checked_mobile(form: Registration, platform: Platform) -> str:
    """The full number in the spelling that is stored. Raises BadInput mobile_no_blank_error.

    It is of the country that was picked, and of the platform's own where there is nothing to pick.
    """
    home = home_country(platform)
    only = "" if platform.allow_country_selection else home
    if not form.phone and form.mobile:
        full = typed_mobile(form.mobile, home=home)
        if full is None or (only and not full.startswith(f"+{stripped(dial_codes()[only])}")):
            raise _no_mobile("mobile")
        return full
    country = form.country.strip().upper() or home
    dial_code = dial_codes().get(country)
    if dial_code is None or (only and country != only):
        raise _no_mobile("country", _("Choose a country."))
    full = full_mobile(dial_code=dial_code, digits=form.phone) if PHONE.fullmatch(form.phone) else None
    if full is None:
        raise _no_mobile("phone")
    return full


def check_rest(user: User, form: Registration, platform: Platform) -> None:
    """What has no code of its own: the role, bank fields only where due, the vehicle. Raises reg_error."""
    if user.user_type not in SELF_REGISTERED:
        raise reg_error({"user_type": _("Choose one of the two.")})
    not_due = _("This field isn't used here.")
    drives = user.user_type == UserType.DRIVER
    due = bank_fields_due(user.user_type, platform)
    unwanted = [] if due else [name for name in BANK_FIELDS if getattr(user, name)]
    if not drives:
        unwanted += ["driver"] if form.driver and form.driver != NewVehicle() else []
        unwanted += ["license_image"] if form.license_image else []
    if unwanted:
        raise reg_error(dict.fromkeys(unwanted, not_due))
    vehicle = form.driver or NewVehicle()
    profile = DriverProfile(**{name: getattr(vehicle, name).strip() for name in VEHICLE_FIELDS})
    too_long = _too_long(user, BANK_FIELDS) + [
        f"driver.{name}" for name in _too_long(profile, VEHICLE_FIELDS)
    ]
    if too_long:
        raise reg_error(dict.fromkeys(too_long, _("This is too long.")))
    if vehicle.car_type is not None and not _car_types().filter(pk=vehicle.car_type).exists():
        raise reg_error({"driver.car_type": _("Car type not found.")})


def car_type_named(name: str) -> int:
    """The id of a car type by the name that people know it by; 0, which nothing has, for no such one."""
    found = _car_types().filter(name__iexact=name.strip()).values_list("pk", flat=True).first()
    return int(found or 0)


def reg_error(fields: Mapping[str, Sentence]) -> BadInput:
    return BadInput("reg_error", _("We couldn't create the account."), fields=fields)


def _no_mobile(name: str, sentence: Sentence | None = None) -> BadInput:
    sentence = sentence or WRONG_MOBILE
    return BadInput("mobile_no_blank_error", sentence, fields={name: sentence})


def _too_long(row: models.Model, names: tuple[str, ...]) -> list[str]:
    columns: Any = row._meta
    return [name for name in names if len(getattr(row, name)) > columns.get_field(name).max_length]


def _car_types() -> models.QuerySet[Any]:
    """Fares stand above this app; the column knows what it points to."""
    car_type: Any = DriverProfile._meta.get_field("car_type").related_model
    rows: models.QuerySet[Any] = car_type._default_manager.all()
    return rows
