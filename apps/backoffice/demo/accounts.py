"""The demo sign-ins that are really there."""

from apps.accounts.models import User
from apps.backoffice.demo import people


def demo_accounts() -> list[dict[str, str]]:
    """For the login page, in the order of people.SHOWN."""
    emails = [f"{login}@{people.DOMAIN}" for login in people.SHOWN]
    users = {user.email: user for user in User.objects.filter(email__in=emails, approved=True)}
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
