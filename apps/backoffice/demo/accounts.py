"""The demo accounts that exist."""

from django.db.models import Q

from apps.accounts.models import User
from apps.backoffice.demo import people
from apps.core.platform import platform_settings


def demo_accounts() -> list[dict[str, str]]:
    """Return the accounts for the login page, in the order of people.SHOWN; drivers of the other category are
    left out.
    """
    emails = [f"{login}@{people.DOMAIN}" for login in people.SHOWN]
    there = User.objects.filter(email__in=emails, approved=True)
    idle = Q(driver_profile__isnull=False) & ~Q(
        driver_profile__car_type__app_category__in=("", platform_settings().app_category)
    )
    users = {user.email: user for user in there.exclude(idle)}
    return [
        {
            "email": email,
            "password": people.PASSWORD,
            "role": users[email].user_type,
            "name": users[email].full_name,
        }
        for email in emails
        if email in users
    ]
