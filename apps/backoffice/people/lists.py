"""User lists of admins, one role each; fleet admins see only their own drivers."""

from datetime import timedelta
from decimal import Decimal
from functools import reduce
from operator import or_
from typing import ClassVar, Final

from django.db.models import DecimalField, Exists, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce, Lower
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from apps.accounts.choices import UserType
from apps.accounts.models import DriverDocument, User
from apps.accounts.phone_numbers.countries import home_country, mobile_beginnings
from apps.accounts.profile.documents import EXPIRING_DAYS, expires_by, today
from apps.accounts.selectors import accounts_of_merged, driver_profile_of
from apps.accounts.staff_roles.access import staff_may
from apps.accounts.staff_roles.areas import Area
from apps.backoffice.selectors import ONLINE
from apps.core.errors import NotFound
from apps.core.fields import DayOrTimeField
from apps.core.money import MONEY_DIGITS, MONEY_PLACES
from apps.core.paging.filters import OPTIONAL, TEXT, FilterSet
from apps.core.platform import Platform, platform_settings
from apps.wallet.models import Account

ORDERINGS: Final = ("-created_at", "created_at", "first_name", "-first_name", "last_name", "-last_name")
"""Each sort order has an index that starts with the role."""


class PeopleFilters(FilterSet):
    search = serializers.CharField(
        max_length=80, help_text="Start of names, email or mobile; only names in demo mode.", **TEXT
    )
    approved = serializers.BooleanField(**OPTIONAL)
    from_ = DayOrTimeField(help_text="Created on or after this day.", **OPTIONAL)
    to = DayOrTimeField(end=True, help_text="Created on or before this day.", **OPTIONAL)
    lookups: ClassVar = {"approved": "approved", "from": "created_at__gte", "to": "created_at__lt"}
    orderings = ORDERINGS

    def filter_search(self, people: QuerySet[User], search: str) -> QuerySet[User]:
        return _matching(people, search, platform_settings())


class DriverFilters(PeopleFilters):
    active = serializers.BooleanField(**OPTIONAL)
    busy = serializers.BooleanField(**OPTIONAL)
    car_type = serializers.IntegerField(min_value=1, **OPTIONAL)
    fleet_admin = serializers.IntegerField(min_value=1, **OPTIONAL)
    documents = serializers.ChoiceField(
        choices=("expired", "expiring"),
        help_text="Drivers with documents that expire soon or have expired.",
        **TEXT,
    )
    lookups: ClassVar = {
        **PeopleFilters.lookups,
        "busy": "driver_profile__busy",
        "car_type": "driver_profile__car_type",
        "fleet_admin": "driver_profile__fleet_admin",
    }

    def filter_active(self, drivers: QuerySet[User], is_active: bool) -> QuerySet[User]:
        # The dashboard's definition: online and approved.
        online = Q(**{_of_profile(name): value for name, value in ONLINE.items()})
        return drivers.filter(online if is_active else ~online)

    def filter_documents(self, drivers: QuerySet[User], state: str) -> QuerySet[User]:
        now = today()
        until = now - timedelta(days=1) if state == "expired" else now + timedelta(days=EXPIRING_DAYS)
        documents = DriverDocument.objects.filter(expires_by(until), driver=OuterRef("pk"))
        if state == "expiring":
            documents = documents.filter(expires_on__gte=now)
        return drivers.filter(Exists(documents))


def people_for(by: User, user_type: UserType, filters: PeopleFilters) -> QuerySet[User]:
    """Return the users of a role that `by` may see, filtered, with their `balance`, unsorted.

    Each list has one role, so lists of riders and drivers contain no admins.
    """
    people = User.objects.filter(user_type=user_type, deleted_at__isnull=True)
    if user_type == UserType.ADMIN:
        people = people.select_related("staff_role")
    if user_type == UserType.DRIVER:
        people = people.select_related("driver_profile__car_type", "driver_profile__fleet_admin")
        if by.user_type != UserType.ADMIN:
            people = people.filter(driver_profile__fleet_admin=by)
    return with_balance(filters.apply(people)).select_related("signup_via_referral__driver_profile")


def person_for(by: User, person_id: int) -> User:
    """Return a user that `by` may manage. Raises NotFound for others and for deleted users."""
    found = User.objects.filter(pk=person_id, deleted_at__isnull=True)
    if by.user_type != UserType.ADMIN:
        found = found.filter(user_type=UserType.DRIVER, driver_profile__fleet_admin=by)
    elif not staff_may(by, Area.STAFF):
        found = found.exclude(user_type=UserType.ADMIN)
    person = (
        with_balance(found)
        .select_related(
            "staff_role",
            "driver_profile__car_type",
            "driver_profile__fleet_admin",
            "signup_via_referral__driver_profile",
        )
        .first()
    )
    if person is None:
        raise NotFound("not_found", _("User not found."))
    return person


def referrer_of(person: User, *, fleet_admin_id: int | None) -> User | None:
    """Return a user's referrer; for a fleet admin only if it is a driver of the fleet."""
    referrer = person.signup_via_referral
    if referrer is None or fleet_admin_id is None:
        return referrer
    profile = driver_profile_of(referrer)
    return referrer if profile is not None and profile.fleet_admin_id == fleet_admin_id else None


def with_balance(people: QuerySet[User]) -> QuerySet[User]:
    """Annotate the users with their wallet's `balance`."""
    wallet = Account.objects.filter(user=OuterRef("pk")).values("balance")
    nothing = Value(Decimal(0), DecimalField(max_digits=MONEY_DIGITS, decimal_places=MONEY_PLACES))
    return people.annotate(balance=Coalesce(Subquery(wallet), nothing)).defer("password")


def named(people: QuerySet[User], search: str, settings: Platform) -> QuerySet[User]:
    """Return the undeleted users whom the search matches."""
    return _matching(people.filter(deleted_at__isnull=True), search, settings)


def _matching(people: QuerySet[User], search: str, settings: Platform) -> QuerySet[User]:
    """Return the users for whom each term is the start of a name, the email or the number.

    Numbers also match in national format, with or without spaces, and so do those of merged callers.
    In demo mode only names are searched, because hidden numbers must not be guessable.
    """
    found = people.alias(first=Lower("first_name"), last=Lower("last_name"))
    if not settings.is_demo_mode and (begins := mobile_beginnings(search, home=home_country(settings))):
        numbers = reduce(or_, (Q(mobile__startswith=f"+{digits}") for digits in sorted(begins)))
        merged = accounts_of_merged(numbers)
        return found.filter(numbers | Q(pk__in=merged) if merged else numbers)
    for word in search.lower().split():
        match = Q(first__startswith=word) | Q(last__startswith=word)
        if not settings.is_demo_mode:
            match |= Q(email__startswith=word) | Q(mobile__startswith=word) | Q(mobile__startswith=f"+{word}")
        found = found.filter(match)
    return found


def _of_profile(name: str) -> str:
    """Turn a lookup of a driver's profile into one of the user."""
    return name.removeprefix("user__") if name.startswith("user__") else f"driver_profile__{name}"
