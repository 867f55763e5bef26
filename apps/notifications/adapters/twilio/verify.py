"""Twilio Verify: a service that generates, sends and checks six-digit codes.

It has one code per number for ten minutes: repeated requests send the same code again.
"""

from typing import Final

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import PhoneCode
from apps.accounts.services.phone_codes import code_expired
from apps.core.errors import Unavailable
from apps.core.outbox import events
from apps.notifications.adapters import http
from apps.notifications.adapters.twilio import client

NAME: Final = "twilio_verify"
START: Final = "notifications.start_verification"
# fmt: off
LOCALES: Final = frozenset({
    "af", "ar", "ca", "cs", "da", "de", "el", "en", "es", "et", "fi", "fr", "he", "hi", "hr", "hu", "id",
    "it", "ja", "kn", "ko", "lt", "mr", "ms", "nb", "nl", "pl", "pt", "ro", "ru", "sk", "sv", "te", "th",
    "tl", "tr", "vi", "zh",
})
# fmt: on
"""Other locales are rejected with 404; without one, Twilio uses the number's country."""


class TwilioVerify:
    """Replaces the platform's own codes (apps.accounts.phone_numbers.phone_verifier)."""

    def start(self, phone_code: PhoneCode) -> None:
        events.enqueue(START, key=f"phone_code:{phone_code.pk}", phone_code_id=str(phone_code.pk))

    def check(self, phone_code: PhoneCode, code: str) -> bool:
        """Return whether Twilio approves the code; BadInput code_expired if it has none for the number."""
        try:
            response = client.post(_url("VerificationCheck"), {"To": phone_code.mobile, "Code": code})
        except client.TwilioError as error:
            # Used, expired, never sent, or tried five times.
            if error.status == 404 or (error.status == 429 and error.code == 60202):
                raise code_expired() from error
            raise _unavailable() from error
        except http.FAILURES as error:
            raise _unavailable() from error
        return response.get("status") == "approved"


def start(mobile: str, *, language: str) -> str:
    """Request a code and return the verification's SID; raises Retryable or Refused."""
    form = {"To": mobile, "Channel": "sms"}
    if language in LOCALES:
        form["Locale"] = language
    try:
        response = client.post(_url("Verifications"), form)
    except client.TwilioError as error:
        raise error.as_sending_error() from error
    except http.FAILURES as error:
        raise http.no_answer(error) from error
    return str(response.get("sid", ""))


def _url(resource: str) -> str:
    return f"{settings.TWILIO_VERIFY_URL}/v2/Services/{settings.TWILIO_VERIFY_SERVICE}/{resource}"


def _unavailable() -> Unavailable:
    return Unavailable("unavailable", _("Try again in a moment."))
