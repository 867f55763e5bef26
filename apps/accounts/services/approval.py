"""Notifications of approved accounts."""

from uuid import uuid4

from apps.accounts.models import User
from apps.accounts.outgoing import EmailTemplate, Text, send_mail, send_text
from config.env import env


def send_approval(user: User) -> None:
    """Email the approved user a link to log in, or send a text message if there is no email address.

    Sent after the transaction commits; disabled users get none.
    """
    if not user.is_active:
        return
    link = f"{env.public_url}/login"
    key = f"account_approved:{user.pk}:{uuid4().hex}"
    if user.email:
        send_mail(
            template=EmailTemplate.ACCOUNT_APPROVED,
            to=user.email,
            user_id=user.pk,
            params={"link": link},
            key=key,
        )
    elif user.mobile:
        send_text(text=Text.ACCOUNT_APPROVED, to=user.mobile, user_id=user.pk, params={"link": link}, key=key)
