"""An email backend of Django that stores all emails, including Django's own."""

from base64 import b64encode
from collections.abc import Sequence

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.message import EmailMultiAlternatives

from apps.notifications.adapters.outbox.keep import store_message
from apps.notifications.adapters.smtp.message import LOGO_ADDRESS, BrandedEmail
from apps.notifications.choices import Channel


class OutboxBackend(BaseEmailBackend):
    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        for mail in email_messages:
            for recipient in mail.recipients():
                store_message(
                    Channel.MAIL,
                    to=recipient,
                    subject=str(mail.subject),
                    text=str(mail.body),
                    html=_html(mail),
                )
        return len(email_messages)


def _html(mail: EmailMessage) -> str:
    alternatives = mail.alternatives if isinstance(mail, EmailMultiAlternatives) else []
    html = next((str(content) for content, kind in alternatives if kind == "text/html"), "")
    if isinstance(mail, BrandedEmail) and mail.logo:
        # A page cannot read the parts of an email.
        html = html.replace(LOGO_ADDRESS, f"data:image/jpeg;base64,{b64encode(mail.logo).decode()}")
    return html
