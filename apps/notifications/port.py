"""The interface of senders, and their errors."""

from dataclasses import dataclass, field
from typing import Any, Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class Mail:
    """One email to one user; `message_id` is the same for repeated attempts."""

    to: str
    subject: str
    text: str
    html: str
    language: str
    message_id: str
    sender_name: str = ""
    """The displayed sender; empty uses the server's default."""
    reply_to: str = ""
    logo: bytes = b""
    """A JPEG that the HTML refers to as `cid:logo`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextMessage:
    """One SMS; `to` is a number in E.164 (+447911123456)."""

    to: str
    text: str
    useful_seconds: int
    """After this time the message is useless."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Push:
    """One push message for one device."""

    address: str
    """A Web Push endpoint or a registration token."""
    title: str
    msg: str
    screen: str
    data: dict[str, Any] = field(default_factory=dict)
    topic: str = ""
    """A newer message of the same topic replaces a waiting one; up to 32 of A-Z a-z 0-9 - _."""
    ttl_seconds: int = 3600
    urgent: bool = True
    p256dh: str = ""
    auth: str = ""
    owner: str = ""
    """The owner of the device, shown in development."""


class SendingError(Exception):
    """The reason of a failure, as codes and names: a provider's message may contain our text."""


class Retryable(SendingError):
    """A temporary failure; `after_seconds` if the provider says how long to wait."""

    def __init__(self, reason: str, *, after_seconds: float | None = None) -> None:
        super().__init__(reason)
        self.after_seconds = after_seconds


class Refused(SendingError):
    """A permanent failure of this message."""


class Gone(Refused):
    """The device no longer exists: no message may be sent to it again."""


class MailSender(Protocol):
    @property
    def name(self) -> str: ...

    def send(self, mail: Mail) -> str:
        """Send an email and return the provider's id; raises Retryable or Refused."""


class TextSender(Protocol):
    @property
    def name(self) -> str: ...

    def send(self, message: TextMessage) -> str:
        """Send an SMS and return the provider's id; raises Retryable or Refused."""


class PushSender(Protocol):
    @property
    def name(self) -> str: ...

    def send(self, push: Push) -> str:
        """Send a push message and return the provider's id; raises Retryable, Refused or Gone."""
