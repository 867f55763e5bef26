"""Sends email with Django's configured backend: an SMTP server or the outbox page."""

import re
import smtplib
from email.headerregistry import Address
from email.utils import parseaddr
from typing import Final

from django.conf import settings
from django.core.mail import get_connection

from apps.notifications.adapters.smtp.message import BrandedEmail
from apps.notifications.port import Mail, Refused, Retryable, SendingError

ENHANCED: Final = re.compile(r"\b[245]\.\d{1,3}\.\d{1,3}\b")


class DjangoMail:
    @property
    def name(self) -> str:
        return "outbox" if "outbox" in settings.EMAIL_BACKEND else "smtp"

    def send(self, mail: Mail) -> str:
        """Send an email and return its Message-ID, which identifies duplicates."""
        message = BrandedEmail(
            subject=mail.subject,
            body=mail.text,
            from_email=_sender(mail.sender_name),
            to=[mail.to],
            reply_to=[mail.reply_to] if mail.reply_to else None,
            headers={
                "Message-ID": mail.message_id,
                "Auto-Submitted": "auto-generated",
                "Content-Language": mail.language,
            },
            connection=get_connection(),
            logo=mail.logo,
        )
        message.attach_alternative(mail.html, "text/html")
        try:
            message.send()
        except smtplib.SMTPException as error:
            raise _error_of(error) from error
        except OSError as error:
            raise Retryable(type(error).__name__) from error
        return mail.message_id


def _sender(name: str) -> str:
    """Return the server's address with the operator's name."""
    configured = settings.DEFAULT_FROM_EMAIL
    return str(Address(name, addr_spec=parseaddr(configured)[1])) if name else configured


def _error_of(error: smtplib.SMTPException) -> SendingError:
    """Return the error: 4xx is temporary, 5xx permanent (RFC 5321), but a rejected password is retried."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code, text = next(iter(error.recipients.values()))
        reply_text = str(text)
    elif isinstance(error, smtplib.SMTPResponseException):
        code, reply_text = error.smtp_code, str(error.smtp_error)
    else:
        return Retryable(type(error).__name__)
    enhanced = ENHANCED.search(reply_text)
    reason = f"{code} {enhanced[0]}" if enhanced else str(code)
    if code >= 500 and not isinstance(error, smtplib.SMTPAuthenticationError):
        return Refused(reason)
    return Retryable(reason)
