"""Wallet owners for admins."""

from django.db.models import QuerySet

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.backoffice.people.lists import named, with_balance
from apps.core.platform import Platform


def wallet_owners(settings: Platform, *, search: str = "") -> QuerySet[User]:
    """Return riders and drivers with their `balance`; searched like the user lists."""
    owners = User.objects.filter(user_type__in=(UserType.RIDER, UserType.DRIVER))
    return with_balance(named(owners, search, settings))
