"""People with wallets, as an admin looks them up."""

from django.db.models import QuerySet

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.backoffice.people.lists import named, with_balance
from apps.core.platform import Platform


def wallet_owners(settings: Platform, *, search: str = "") -> QuerySet[User]:
    """Riders and drivers with their `balance`, found as lists of people are searched."""
    owners = User.objects.filter(user_type__in=(UserType.RIDER, UserType.DRIVER))
    return with_balance(named(owners, search, settings))
