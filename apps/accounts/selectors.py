"""Reads of people."""

from django.db.models import QuerySet

from apps.accounts.models import DriverProfile, SavedAddress, User


def person(user_id: int) -> User:
    """A person with everything that /me shows, in one query."""
    return User.objects.select_related("driver_profile__car_type").get(pk=user_id)


def driver_profile_of(user: User) -> DriverProfile | None:
    return getattr(user, "driver_profile", None)


def addresses_of(user_id: int) -> QuerySet[SavedAddress]:
    """Saved addresses, the most used first."""
    return SavedAddress.objects.filter(user_id=user_id).order_by("-count", "id")
