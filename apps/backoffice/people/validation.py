"""Validation of users created by admins: all checks of a sign-up.

Creating one user raises the first error; an import shows all errors of each row, with a few queries for
the whole file.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from allauth.account.models import EmailAddress
from django.db import DatabaseError
from django.utils.translation import gettext_lazy as _

from apps.accounts.choices import UserType
from apps.accounts.models import DriverProfile, User
from apps.accounts.phone_numbers.countries import home_mobile
from apps.accounts.profile.bank import BANK_FIELDS
from apps.accounts.services.existing_users import ISSUE
from apps.accounts.services.profile import EMAIL_LOGIN, PHONE_LOGIN
from apps.accounts.services.registration_checks import NO_MOBILE, WRONG_MOBILE, check_email, check_names
from apps.accounts.sign_up.password_policy import check_password_policy
from apps.core.errors import BadInput, Conflict, DomainError, Sentence, Unavailable
from apps.core.platform import platform_settings
from apps.fares.models import CarType

VEHICLE_FIELDS: Final = ("vehicle_make", "vehicle_model", "vehicle_number", "other_info")
WITH_BANK: Final = (UserType.RIDER, UserType.DRIVER)
MOBILE_REQUIRED: Final = (UserType.RIDER, UserType.DRIVER)
"""Roles that are reached by phone during a trip and need no email."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPerson:
    """Input of an admin before validation."""

    user_type: UserType
    first_name: str = ""
    last_name: str = ""
    email: str = ""
    mobile: str = ""
    password: str = field(default="", repr=False)
    """Blank: the user gets an email to set a password."""
    approved: bool = True
    bank_name: str = ""
    bank_code: str = ""
    bank_account: str = ""
    vehicle_make: str = ""
    vehicle_model: str = ""
    vehicle_number: str = ""
    other_info: str = ""
    car_type: int | None = None
    fleet_admin: int | None = None
    staff_role: int | None = None
    """Of admins; None makes an owner."""
    license_image: str = ""
    """The token of an uploaded picture; drivers only."""


@dataclass(frozen=True, slots=True)
class Known:
    """Existing values that the new users refer to."""

    emails: frozenset[str] = frozenset()
    mobiles: frozenset[str] = frozenset()
    car_types: frozenset[int] = frozenset()
    fleet_admins: frozenset[int] = frozenset()


def known_of(people: Iterable[NewPerson]) -> Known:
    """Look up the existing values, with the same number of queries for one user as for thousands.

    Raises Unavailable email_or_mobile_issue when the lookup fails.
    """
    people = list(people)
    emails = {person.email.strip().lower() for person in people} - {""}
    mobiles = {home_mobile(person.mobile) or "" for person in people} - {""}
    cars = {person.car_type for person in people if person.car_type is not None}
    owners = {person.fleet_admin for person in people if person.fleet_admin is not None}
    try:
        taken = User.objects.filter(email__in=emails).values_list("email", flat=True)
        # Includes verified addresses that are not the user's login.
        proven = EmailAddress.objects.filter(email__in=emails, verified=True).values_list("email", flat=True)
        numbers = User.objects.filter(mobile__in=mobiles).values_list("mobile", flat=True)
        return Known(
            emails=frozenset(email for email in (*taken, *proven) if email),
            mobiles=frozenset(number for number in numbers if number),
            car_types=frozenset(CarType.objects.filter(pk__in=cars).values_list("pk", flat=True))
            if cars
            else frozenset(),
            fleet_admins=fleet_admins_among(owners) if owners else frozenset(),
        )
    except DatabaseError as error:
        raise Unavailable(ISSUE, _("Try again in a moment.")) from error


def fleet_admins_among(ids: Iterable[Any]) -> frozenset[int]:
    """Return which of these ids are undeleted fleet admins."""
    found = User.objects.filter(pk__in=ids, user_type=UserType.FLEET_ADMIN, deleted_at__isnull=True)
    return frozenset(found.values_list("pk", flat=True))


def drafted(person: NewPerson) -> tuple[User, DriverProfile | None]:
    """Return the unsaved rows of a new user."""
    email = person.email.strip().lower() or None
    user = User(
        user_type=person.user_type,
        first_name=person.first_name.strip(),
        last_name=person.last_name.strip(),
        email=email,
        # Accounts that log in by email cannot add one later; phone accounts can.
        login_type=EMAIL_LOGIN if email else PHONE_LOGIN,
        mobile=home_mobile(person.mobile),
        approved=person.approved,
        created_by_admin=True,
        **{name: getattr(person, name).strip() for name in BANK_FIELDS},
    )
    if person.user_type != UserType.DRIVER:
        return user, None
    profile = DriverProfile(
        car_type_id=person.car_type,
        fleet_admin_id=person.fleet_admin,
        **{name: getattr(person, name).strip() for name in VEHICLE_FIELDS},
    )
    return user, profile


def problems_of(person: NewPerson, known: Known) -> list[DomainError]:
    """Return all errors in the order of a sign-up's checks."""
    user, profile = drafted(person)
    checks: list[Callable[[], None]] = [
        lambda: check_names(user),
        lambda: _check_email(user),
        lambda: _check_password(person, user),
        lambda: _check_mobile(person, user),
        lambda: _check_new(user, known),
        lambda: _check_rest(person, user, profile, known),
    ]
    found = []
    for check in checks:
        try:
            check()
        except DomainError as error:
            found.append(error)
    return found


def _check_password(person: NewPerson, user: User) -> None:
    if person.password:
        check_password_policy(person.password, user)


def _check_email(user: User) -> None:
    """Riders and drivers need no email: they log in with a code sent to their phone."""
    if user.email is not None or user.user_type not in MOBILE_REQUIRED:
        check_email(user)
    elif user.user_type == UserType.DRIVER and not platform_settings().mobile_login_enabled:
        # A driver must be able to log in; a rider can still be booked for.
        sentence = _("Drivers need an email while phone login is turned off.")
        raise BadInput("proper_email", sentence, fields={"email": sentence})


def _check_mobile(person: NewPerson, user: User) -> None:
    wanted = person.mobile.strip() or person.user_type in MOBILE_REQUIRED
    if wanted and user.mobile is None:
        sentence = NO_MOBILE if not person.mobile.strip() else WRONG_MOBILE
        raise BadInput("mobile_no_blank_error", sentence, fields={"mobile": sentence})


def _check_new(user: User, known: Known) -> None:
    taken = [
        name
        for name, value, all_of_them in (
            ("email", user.email, known.emails),
            ("mobile", user.mobile, known.mobiles),
        )
        if value in all_of_them
    ]
    if taken:
        sentence = _("Someone else already uses this.")
        raise Conflict("user_exists", sentence, fields=dict.fromkeys(taken, sentence))


def _check_rest(person: NewPerson, user: User, profile: DriverProfile | None, known: Known) -> None:
    wrong: dict[str, Sentence] = {}
    if person.user_type not in WITH_BANK:
        wrong |= dict.fromkeys((n for n in BANK_FIELDS if getattr(user, n)), _("This field isn't used here."))
    wrong |= dict.fromkeys(too_long(user, BANK_FIELDS), _("This is too long."))
    if profile is not None:
        wrong |= dict.fromkeys(too_long(profile, VEHICLE_FIELDS), _("This is too long."))
        if person.car_type is not None and person.car_type not in known.car_types:
            wrong["car_type"] = _("Car type not found.")
        if person.fleet_admin is not None and person.fleet_admin not in known.fleet_admins:
            wrong["fleet_admin"] = _("Fleet admin not found.")
    if wrong:
        raise BadInput("invalid", _("Some values aren't allowed."), fields=wrong)


def too_long(row: Any, names: Iterable[str]) -> list[str]:
    return [name for name in names if len(getattr(row, name)) > row._meta.get_field(name).max_length]


def car_type_exists(car_type: int) -> bool:
    return CarType.objects.filter(pk=car_type).exists()
