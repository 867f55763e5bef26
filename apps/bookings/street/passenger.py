"""The account of all street trips: passengers who hail a car in the street have no account of their own."""

from typing import Final

from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext, override

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.core.languages import django_language, platform_language

LOGIN_TYPE: Final = "street"
_ADVISORY_LOCK: Final = "street_passenger"


@transaction.atomic
def street_passenger() -> User:
    """Return the account of all street passengers, which is created on first use.

    It is created as a deleted account: it cannot log in, appears in no list, receives no messages, and has no
    usable wallet.
    """
    found = _find()
    if found is not None:
        return found
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [_ADVISORY_LOCK])
    found = _find()
    if found is not None:
        return found
    user = User(
        user_type=UserType.RIDER,
        login_type=LOGIN_TYPE,
        approved=False,
        is_active=False,
        deleted_at=timezone.now(),
    )
    user.set_unusable_password()
    user.save()
    return user


def passenger_name(name: str) -> str:
    """Return the name that the driver entered, or "Street passenger" in the platform's language."""
    if name.strip():
        return name.strip()
    with override(django_language(platform_language())):
        return gettext("Street passenger")


def _find() -> User | None:
    return User.objects.filter(login_type=LOGIN_TYPE, user_type=UserType.RIDER).order_by("pk").first()
