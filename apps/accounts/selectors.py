"""Queries for users."""

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import connection
from django.db.models import Q, QuerySet
from django.utils import timezone
from rest_framework_simplejwt.settings import api_settings

from apps.accounts.choices import UserType
from apps.accounts.models import DeviceSession, DriverProfile, MergedCaller, SavedAddress, User
from apps.accounts.staff_roles.areas import RANK, Area, Level

MERGED_SEARCHED: Final = 200
"""Merges that a search of numbers adds at most; a longer number finds the others."""


def person(user_id: int) -> User:
    """Return a user with all data of /me, in one query."""
    return User.objects.select_related("driver_profile__car_type", "staff_role").get(pk=user_id)


def lock_undeleted(user_id: int | None) -> User | None:
    """Return the user, locked until the transaction ends, for a change of money; None for a deleted
    account.
    """
    if user_id is None:
        return None
    # Fetch the row: EXISTS would not lock it.
    people = User.objects.select_for_update(no_key=True).filter(deleted_at__isnull=True)
    return people.filter(pk=user_id).first()


def account_of_merged(number: str) -> User | None:
    """Return the account into which the caller with this phone number was merged; the newest merge counts."""
    merged = MergedCaller.objects.filter(mobile=number, account__deleted_at__isnull=True)
    last = merged.select_related("account").order_by("-pk").first()
    return None if last is None else last.account


def accounts_of_merged(numbers: Q) -> list[int]:
    """Return the accounts into which callers whose `mobile` matches were merged, of the newest merges.

    A statement of its own: as a subquery beside other conditions it would make a search read all users.
    """
    merged = MergedCaller.objects.filter(numbers).order_by("-pk")
    return list(merged.values_list("account_id", flat=True)[:MERGED_SEARCHED])


def operators() -> QuerySet[User]:
    """Return the admins who may act and receive admins' notifications."""
    return User.objects.filter(user_type=UserType.ADMIN, is_active=True, approved=True)


def operators_for(*areas: Area, level: Level = Level.VIEW) -> QuerySet[User]:
    """Return the operators whose role allows one of the areas; owners always."""
    enough = [allowed.value for allowed in Level if RANK[allowed] >= RANK[level]]
    allows = Q(staff_role=None)
    for area in areas:
        allows |= Q(**{f"staff_role__permissions__{area.value}__in": enough})
    return operators().filter(allows)


def headcount() -> dict[str, int]:
    """Return the number of users by role, without deleted ones (migration 0009)."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT user_type, sum(people)::bigint FROM accounts_headcount GROUP BY user_type")
        return dict.fromkeys(UserType.values, 0) | dict(cursor.fetchall())


def driver_profile_of(user: User) -> DriverProfile | None:
    return getattr(user, "driver_profile", None)


def addresses_of(user_id: int) -> QuerySet[SavedAddress]:
    """Return saved addresses, the most used first."""
    return SavedAddress.objects.filter(user_id=user_id).order_by("-count", "id")


def device_sessions_of(user_id: int) -> QuerySet[DeviceSession]:
    """Return the devices where a user is logged in, the last seen first."""
    oldest = timezone.now() - api_settings.REFRESH_TOKEN_LIFETIME
    first = timezone.now() - timedelta(days=settings.SESSION_MAX_DAYS)
    live = DeviceSession.objects.filter(
        user_id=user_id, ended_at__isnull=True, last_seen_at__gt=oldest, created_at__gt=first
    )
    return live.order_by("-last_seen_at")


def admin_of_session(family: str) -> User | None:
    """Return the admin of a live device session; None if the admin may no longer log in."""
    found = DeviceSession.objects.select_related("user").filter(
        family=family, ended_at__isnull=True, user__in=operators()
    )
    session = found.first()
    return session.user if session is not None else None
