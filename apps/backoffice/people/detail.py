"""The detail page of a user, in a few queries."""

from typing import Any

from django.db.models import Count, Q, QuerySet

from apps.accounts.choices import UserType
from apps.accounts.login.two_factor_policy import has_authenticator
from apps.accounts.models import DriverDocument, Passkey, User
from apps.accounts.selectors import device_sessions_of, driver_profile_of
from apps.accounts.services.email_addresses import is_email_verified
from apps.backoffice.people.merge import is_caller
from apps.bookings.choices import ACTIVE, SETTLED, Status
from apps.bookings.models import Booking
from apps.bookings.selectors import bookings_listed_for
from apps.core.platform import platform_settings
from apps.fares.eligibility.rules import DriverEligibility, eligibility_of


def facts_of(person: User, *, by: User) -> dict[str, Any]:
    """Return the counts of trips, referred users, documents and devices that apply to the role.

    Only trips that `by` may open are counted; trips of another fleet are hidden from a fleet admin.
    """
    return {
        "email_verified": is_email_verified(person),
        "two_factor": has_authenticator(person.pk),
        "passkeys": Passkey.objects.filter(user=person).order_by("pk"),
        "referred": User.objects.filter(signup_via_referral=person, deleted_at__isnull=True).count(),
        "sessions": device_sessions_of(person.pk).count(),
        "trips": _trips(person, by),
        "is_caller": is_caller(person),
        "documents": DriverDocument.objects.filter(driver=person).count(),
        "drivers": _fleet(person),
        "eligibility": _eligibility(person),
    }


def ratings_of(person: User, *, by: User) -> QuerySet[Booking]:
    """Return the rated trips of a rider or driver that `by` may open.

    Trips driven for another fleet stay with that fleet.
    """
    trips = bookings_listed_for(by).filter(rating__isnull=False).select_related("customer", "driver")
    return (
        trips.filter(driver=person) if person.user_type == UserType.DRIVER else trips.filter(customer=person)
    )


def _trips(person: User, by: User) -> dict[str, int]:
    role = {UserType.DRIVER.value: "driver", UserType.FLEET_ADMIN.value: "fleet_admin"}.get(
        person.user_type, "customer"
    )
    return (
        bookings_listed_for(by)
        .filter(**{role: person})
        .aggregate(
            total=Count("pk"),
            active=Count("pk", filter=Q(status__in=ACTIVE) & ~Q(status__in=SETTLED)),
            completed=Count("pk", filter=Q(status__in=SETTLED)),
            cancelled=Count("pk", filter=Q(status=Status.CANCELLED)),
            rated=Count("pk", filter=Q(rating__isnull=False)),
        )
    )


def _eligibility(person: User) -> DriverEligibility | None:
    profile = driver_profile_of(person) if person.user_type == UserType.DRIVER else None
    return (
        None
        if profile is None
        else eligibility_of(profile, platform_settings(), balance=getattr(person, "balance", None))
    )


def _fleet(person: User) -> int:
    if person.user_type != UserType.FLEET_ADMIN:
        return 0
    return User.objects.filter(driver_profile__fleet_admin=person, deleted_at__isnull=True).count()
