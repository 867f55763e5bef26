"""A mail server on this machine: plain or with STARTTLS and a password; replies can be scripted."""

import ssl
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from types import TracebackType
from typing import Any, Self, cast

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from embedded.ports import free_port

USER, PASSWORD = "hansom", "a pass:word"


@dataclass
class ReceivedEmail:
    sender: str
    recipients: list[str]
    message: EmailMessage
    over_tls: bool


class FakeSmtpServer:
    """`emails` holds the received emails; `rcpt` and `data` are the next replies to RCPT and DATA, if set."""

    def __init__(self, *, certificate: ssl.SSLContext | None = None) -> None:
        self.emails: list[ReceivedEmail] = []
        self.rcpt: list[str] = []
        self.data: list[str] = []
        self.password = PASSWORD
        self.port = free_port()
        secured: dict[str, Any] = (
            {
                "tls_context": certificate,
                "require_starttls": True,
                "auth_required": True,
                "authenticator": self._authenticate,
            }
            if certificate
            else {}
        )
        self._controller = Controller(
            self, hostname="127.0.0.1", port=self.port, server_hostname="localhost", **secured
        )

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.rcpt:
            return self.rcpt.pop(0)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        if self.data:
            return self.data.pop(0)
        message = message_from_bytes(cast(bytes, envelope.content), policy=default)
        self.emails.append(
            ReceivedEmail(
                sender=str(envelope.mail_from),
                recipients=list(envelope.rcpt_tos),
                message=message,
                over_tls=session.ssl is not None,
            )
        )
        return "250 OK"

    def _authenticate(
        self, server: SMTP, session: Session, envelope: Envelope, mechanism: str, given: Any
    ) -> AuthResult:
        is_right = (
            isinstance(given, LoginPassword)
            and given.login == USER.encode()
            and given.password == self.password.encode()
        )
        return AuthResult(success=is_right, handled=False)

    def __enter__(self) -> Self:
        self._controller.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._controller.stop()
