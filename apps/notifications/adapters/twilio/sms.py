"""SMS by Twilio's Messages resource.

There are no idempotency keys: after a lost response a message can arrive twice.
"""

from typing import Final

from django.conf import settings

from apps.notifications.adapters import http
from apps.notifications.adapters.twilio import client
from apps.notifications.port import Refused, TextMessage

VALIDITY_SECONDS: Final = range(1, 36_001)
"""The allowed time in Twilio's queue."""


class TwilioSms:
    name = "twilio"

    def send(self, message: TextMessage) -> str:
        """Send an SMS and return its SID."""
        if not client.E164.fullmatch(message.to):
            raise Refused("not a number in E.164")
        form = {"To": message.to, "Body": message.text, **_sender()}
        if message.useful_seconds in VALIDITY_SECONDS:
            form["ValidityPeriod"] = str(message.useful_seconds)
        try:
            response = client.post(messages_url(), form)
        except client.TwilioError as error:
            raise error.as_sending_error() from error
        except http.FAILURES as error:
            raise http.no_answer(error) from error
        return str(response.get("sid", ""))


def _sender() -> dict[str, str]:
    """Return the sender: a phone number, or a messaging service that chooses one."""
    name = "MessagingServiceSid" if settings.TWILIO_FROM.startswith("MG") else "From"
    return {name: settings.TWILIO_FROM}


def messages_url() -> str:
    """Return the address of the account's messages."""
    return f"{settings.TWILIO_API_URL}/2010-04-01/Accounts/{settings.TWILIO_ACCOUNT_SID}/Messages.json"
