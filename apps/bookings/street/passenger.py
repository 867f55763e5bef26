"""The account behind all street trips: passengers who were picked up in the street have none of their own."""

from typing import Final

from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext, override

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.core.languages import django_language, platform_language

LOGIN_TYPE: Final = "street"
_LOCK: Final = "street_passenger"


@transaction.atomic
def street_passenger() -> User:
    """Return the account of all street passengers, and create it on first use.

    It is a deleted account from the start: no login, in no list, without messages and a usable wallet.
    """
    found = _find()
    if found is not None:
        return found
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [_LOCK])
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
    """Return the name that the driver entered, or a description in the platform's language."""
    if name.strip():
        return name.strip()
    with override(django_language(platform_language())):
        return gettext("Street passenger")


def _find() -> User | None:
    return User.objects.filter(login_type=LOGIN_TYPE, user_type=UserType.RIDER).order_by("pk").first()
