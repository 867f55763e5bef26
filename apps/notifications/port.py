"""What every sender promises, and the ways in which sending may fail."""

from dataclasses import dataclass, field
from typing import Any, Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class Mail:
    """One email to one person; `message_id` is the same however often it is sent."""

    to: str
    subject: str
    text: str
    html: str
    language: str
    message_id: str
    sender_name: str = ""
    """Whom it is from, as people read it; blank is the name that the server was set up with."""
    reply_to: str = ""
    logo: bytes = b""
    """A JPEG that the HTML names as `cid:logo`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextMessage:
    """One SMS; `to` is a number in E.164 (+447911123456)."""

    to: str
    text: str
    useful_seconds: int
    """After that no one need get it any more."""


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
    """A newer message of the same topic replaces one that waits; up to 32 of A-Z a-z 0-9 - _."""
    ttl_seconds: int = 3600
    urgent: bool = True
    p256dh: str = ""
    auth: str = ""
    owner: str = ""
    """For eyes in development: whose device it is."""


class SendingError(Exception):
    """Why something was not sent, in numbers and names: a provider's own sentences may quote the message."""


class Retryable(SendingError):
    """Not now; `after_seconds` when the provider said how long to wait."""

    def __init__(self, reason: str, *, after_seconds: float | None = None) -> None:
        super().__init__(reason)
        self.after_seconds = after_seconds


class Refused(SendingError):
    """Not this message, however often it is tried."""


class Gone(Refused):
    """The device is not there any more: nothing shall be sent to it again."""


class MailSender(Protocol):
    @property
    def name(self) -> str: ...

    def send(self, mail: Mail) -> str:
        """Hand an email over and return the provider's id of it; raises Retryable or Refused."""


class TextSender(Protocol):
    @property
    def name(self) -> str: ...

    def send(self, message: TextMessage) -> str:
        """Hand an SMS over and return the provider's id of it; raises Retryable or Refused."""


class PushSender(Protocol):
    @property
    def name(self) -> str: ...

    def send(self, push: Push) -> str:
        """Hand a push message over and return the provider's id of it; raises Retryable, Refused or Gone."""
