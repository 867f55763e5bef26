"""People, as the office looks them up."""

from collections.abc import Sequence
from decimal import Decimal

from django.db.models import DecimalField, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce, Lower

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.core.money import MONEY_DIGITS, MONEY_PLACES
from apps.core.platform import Platform
from apps.wallet.models import Account


def riders(settings: Platform, *, search: str = "") -> QuerySet[User]:
    """Riders with their `balance`; every word of `search` begins a name, the e-mail address or the
    telephone number.

    In demo mode names alone are searched: who may not read a number may not guess it either.
    """
    return _people((UserType.RIDER,), settings, search)


def wallet_owners(settings: Platform, *, search: str = "") -> QuerySet[User]:
    """Riders and drivers, found the same way."""
    return _people((UserType.RIDER, UserType.DRIVER), settings, search)


def _people(types: Sequence[UserType], settings: Platform, search: str) -> QuerySet[User]:
    found = User.objects.filter(user_type__in=types).alias(first=Lower("first_name"), last=Lower("last_name"))
    for word in search.lower().split():
        match = Q(first__startswith=word) | Q(last__startswith=word)
        if not settings.is_demo_mode:
            match |= Q(email__startswith=word) | Q(mobile__startswith=word) | Q(mobile__startswith=f"+{word}")
        found = found.filter(match)
    wallet = Account.objects.filter(user=OuterRef("pk")).values("balance")
    nothing = Value(Decimal(0), DecimalField(max_digits=MONEY_DIGITS, decimal_places=MONEY_PLACES))
    return found.annotate(balance=Coalesce(Subquery(wallet), nothing)).defer("password")
