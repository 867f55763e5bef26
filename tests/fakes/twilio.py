"""Twilio's Messages and Verify resources, as strict as the original about credentials, paths and forms."""

import base64
import re
import secrets
from dataclasses import dataclass, field
from typing import Any, Final

from embedded.loopback import Loopback, Refusal, Reply, Request

ACCOUNT_SID: Final = "AC" + "0a" * 16
API_KEY: Final = "SK" + "1b" * 16
API_SECRET: Final = "the secret: with a colon"
MESSAGES: Final = f"/2010-04-01/Accounts/{ACCOUNT_SID}/Messages.json"
VERIFY_SERVICE: Final = "VA" + "2c" * 16
MESSAGING_SERVICE: Final = "MG" + "3d" * 16
NUMBER: Final = "+15005550006"
E164: Final = re.compile(r"\+[1-9]\d{6,14}")
LOCALES: Final = {"en", "ar", "de", "fr", "es"}
MESSAGE_FIELDS: Final = {"To", "From", "MessagingServiceSid", "Body", "ValidityPeriod"}


@dataclass
class Verification:
    sid: str
    code: str
    locale: str
    sends: int = 1
    checks: int = 0


@dataclass
class State:
    messages: list[dict[str, str]] = field(default_factory=list)
    verifications: dict[str, Verification] = field(default_factory=dict)


class FakeTwilio(Loopback):
    """`messages` and `verifications` hold what it took."""

    def __init__(self) -> None:
        super().__init__()
        self.state = State()

    @property
    def messages(self) -> list[dict[str, str]]:
        return self.state.messages

    @property
    def verifications(self) -> dict[str, Verification]:
        return self.state.verifications

    def answer(self, request: Request) -> Reply:
        self._check_credentials(request)
        if request.method == "GET" and request.path == MESSAGES:
            return Reply(200, {"messages": [], "page": 0, "page_size": 1})
        if request.method != "POST":
            raise no(405, 20004, "Method not allowed")
        if request.headers.get("Content-Type") != "application/x-www-form-urlencoded":
            raise no(400, 20001, "The body is no form")
        verify = f"/v2/Services/{VERIFY_SERVICE}"
        match request.path:
            case path if path == MESSAGES:
                return self._send(request.form)
            case path if path == f"{verify}/Verifications":
                return self._start(request.form)
            case path if path == f"{verify}/VerificationCheck":
                return self._check(request.form)
        raise no(404, 20404, f"The requested resource {request.path} was not found")

    def _check_credentials(self, request: Request) -> None:
        scheme, _space, credentials = request.headers.get("Authorization", "").partition(" ")
        wanted = base64.b64encode(f"{API_KEY}:{API_SECRET}".encode()).decode()
        if scheme != "Basic" or credentials != wanted:
            raise no(401, 20003, "Authenticate")

    def _send(self, form: dict[str, str]) -> Reply:
        if unknown := form.keys() - MESSAGE_FIELDS:
            raise no(400, 20001, f"Unknown parameters {unknown}")
        if not E164.fullmatch(form.get("To", "")):
            raise no(400, 21211, f"The 'To' number {form.get('To')} is not a valid phone number.")
        if ("From" in form) == ("MessagingServiceSid" in form):
            raise no(400, 21603, "A 'From' phone number is required.")
        if (
            form.get("From", NUMBER) != NUMBER
            or form.get("MessagingServiceSid", MESSAGING_SERVICE) != MESSAGING_SERVICE
        ):
            raise no(400, 21606, "The 'From' number is not yours.")
        if not 1 <= len(form.get("Body", "")) <= 1600:
            raise no(400, 21617, "The message body is empty or exceeds the 1600 character limit.")
        validity = form.get("ValidityPeriod", "36000")
        if not validity.isdigit() or not 1 <= int(validity) <= 36_000:
            raise no(400, 21624, "Invalid validity period value")
        self.messages.append(form)
        sid = f"SM{secrets.token_hex(16)}"
        return Reply(
            201, {"sid": sid, "status": "queued", "to": form["To"], "body": form["Body"], "error_code": None}
        )

    def _start(self, form: dict[str, str]) -> Reply:
        if form.keys() - {"To", "Channel", "Locale"} or form.get("Channel") != "sms":
            raise no(400, 60200, "Invalid parameter")
        if not E164.fullmatch(form.get("To", "")):
            raise no(400, 60200, "Invalid parameter `To`: " + form.get("To", ""))
        if form.get("Locale", "en") not in LOCALES:
            raise no(404, 20404, "Unsupported locale")
        known = self.verifications.get(form["To"])
        if known is None:
            code = f"{secrets.randbelow(10**6):06}"
            known = Verification(f"VE{secrets.token_hex(16)}", code, form.get("Locale", ""))
            self.verifications[form["To"]] = known
        elif known.sends >= 5:
            raise no(429, 60203, "Max send attempts reached")
        else:
            known.sends += 1
        return Reply(201, self._shown(form["To"], known, "pending"))

    def _check(self, form: dict[str, str]) -> Reply:
        if form.keys() != {"To", "Code"} or not 4 <= len(form["Code"]) <= 10:
            raise no(400, 60200, "Invalid parameter")
        known = self.verifications.get(form["To"])
        if known is None:
            raise no(404, 20404, "The requested resource was not found")
        if known.checks >= 5:
            raise no(429, 60202, "Max check attempts reached")
        known.checks += 1
        if form["Code"] != known.code:
            return Reply(200, self._shown(form["To"], known, "pending"))
        del self.verifications[form["To"]]
        return Reply(200, self._shown(form["To"], known, "approved"))

    def _shown(self, to: str, known: Verification, status: str) -> dict[str, Any]:
        return {
            "sid": known.sid,
            "service_sid": VERIFY_SERVICE,
            "account_sid": ACCOUNT_SID,
            "to": to,
            "channel": "sms",
            "status": status,
            "valid": status == "approved",
        }


def no(status: int, code: int, message: str) -> Refusal:
    more = f"https://www.twilio.com/docs/errors/{code}"
    return Refusal(Reply(status, {"code": code, "message": message, "more_info": more, "status": status}))
