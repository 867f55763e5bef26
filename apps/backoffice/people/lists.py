"""People as an admin lists them: one role at a time, a fleet admin's own drivers alone."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from functools import reduce
from operator import or_
from typing import Final

from django.db.models import DecimalField, Exists, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce, Lower
from django.utils.translation import gettext_lazy as _

from apps.accounts.choices import UserType
from apps.accounts.countries import home_country, mobile_beginnings
from apps.accounts.documents import EXPIRING_DAYS, runs_out_by, today
from apps.accounts.models import DriverDocument, User
from apps.accounts.selectors import driver_profile_of
from apps.backoffice.selectors import ONLINE
from apps.core.errors import NotFound
from apps.core.keyset import Ordering
from apps.core.money import MONEY_DIGITS, MONEY_PLACES
from apps.core.platform import Platform
from apps.wallet.models import Account

ORDERINGS: Final = ("-created_at", "created_at", "first_name", "-first_name", "last_name", "-last_name")
"""Each has an index behind the role."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleFilters:
    search: str = ""
    """How names, email or mobile begin, word by word; names alone in demo mode."""
    approved: bool | None = None
    active: bool | None = None
    busy: bool | None = None
    car_type: int | None = None
    fleet_admin: int | None = None
    documents: str = ""
    """`expired`, or `expiring` within EXPIRING_DAYS."""
    since: datetime | None = None
    until: datetime | None = None
    ordering: str = "-created_at"

    def order(self) -> Ordering:
        return Ordering.parse(self.ordering)


def people_for(by: User, user_type: UserType, filters: PeopleFilters, settings: Platform) -> QuerySet[User]:
    """Return the users of a role that `by` may see, filtered and with their `balance`; unsorted.

    Lists of riders and drivers hold no admins, for each list is one role's.
    """
    found = named(User.objects.filter(user_type=user_type), filters.search, settings)
    if user_type == UserType.DRIVER:
        found = _narrowed_drivers(found, filters).select_related(
            "driver_profile__car_type", "driver_profile__fleet_admin"
        )
        if by.user_type != UserType.ADMIN:
            found = found.filter(driver_profile__fleet_admin=by)
    if filters.approved is not None:
        found = found.filter(approved=filters.approved)
    if filters.since is not None:
        found = found.filter(created_at__gte=filters.since)
    if filters.until is not None:
        found = found.filter(created_at__lt=filters.until)
    return with_balance(found).select_related("signup_via_referral__driver_profile")


def person_for(by: User, person_id: int) -> User:
    """A person whom `by` may manage; NotFound for anybody else, and for who was deleted."""
    found = User.objects.filter(pk=person_id, deleted_at__isnull=True)
    if by.user_type != UserType.ADMIN:
        found = found.filter(user_type=UserType.DRIVER, driver_profile__fleet_admin=by)
    person = (
        with_balance(found)
        .select_related(
            "driver_profile__car_type", "driver_profile__fleet_admin", "signup_via_referral__driver_profile"
        )
        .first()
    )
    if person is None:
        raise NotFound("not_found", _("User not found."))
    return person


def referrer_of(person: User, *, fleet_admin_id: int | None) -> User | None:
    """Who referred a person; for a fleet admin only if that is a driver of the fleet."""
    referrer = person.signup_via_referral
    if referrer is None or fleet_admin_id is None:
        return referrer
    profile = driver_profile_of(referrer)
    return referrer if profile is not None and profile.fleet_admin_id == fleet_admin_id else None


def with_balance(people: QuerySet[User]) -> QuerySet[User]:
    """The same people, each with what their wallet holds as `balance`."""
    wallet = Account.objects.filter(user=OuterRef("pk")).values("balance")
    nothing = Value(Decimal(0), DecimalField(max_digits=MONEY_DIGITS, decimal_places=MONEY_PLACES))
    return people.annotate(balance=Coalesce(Subquery(wallet), nothing)).defer("password")


def named(people: QuerySet[User], search: str, settings: Platform) -> QuerySet[User]:
    """Who is not deleted and of whom every word begins a name, the email address or the number.

    A number is found as it is dialled at home, too, with or without spaces. In demo mode names alone are
    searched: who may not read a number may not guess it either.
    """
    found = people.filter(deleted_at__isnull=True).alias(first=Lower("first_name"), last=Lower("last_name"))
    if not settings.is_demo_mode and (begins := mobile_beginnings(search, home=home_country(settings))):
        numbers = [Q(mobile__startswith=f"+{digits}") for digits in sorted(begins)]
        return found.filter(reduce(or_, numbers))
    for word in search.lower().split():
        match = Q(first__startswith=word) | Q(last__startswith=word)
        if not settings.is_demo_mode:
            match |= Q(email__startswith=word) | Q(mobile__startswith=word) | Q(mobile__startswith=f"+{word}")
        found = found.filter(match)
    return found


def _narrowed_drivers(drivers: QuerySet[User], filters: PeopleFilters) -> QuerySet[User]:
    wanted = {
        "busy": filters.busy,
        "car_type": filters.car_type,
        "fleet_admin": filters.fleet_admin,
    }
    given = {f"driver_profile__{name}": value for name, value in wanted.items() if value is not None}
    if filters.active is not None:
        # What the dashboard counts: who is online and may drive.
        online = Q(**{_of_profile(name): value for name, value in ONLINE.items()})
        drivers = drivers.filter(online if filters.active else ~online)
    if filters.documents:
        now = today()
        until = (
            now - timedelta(days=1) if filters.documents == "expired" else now + timedelta(days=EXPIRING_DAYS)
        )
        papers = DriverDocument.objects.filter(runs_out_by(until), driver=OuterRef("pk"))
        if filters.documents == "expiring":
            papers = papers.filter(expires_on__gte=now)
        drivers = drivers.filter(Exists(papers))
    return drivers.filter(**given)


def _of_profile(name: str) -> str:
    """A lookup of a driver's profile, as a lookup of the user."""
    return name.removeprefix("user__") if name.startswith("user__") else f"driver_profile__{name}"
