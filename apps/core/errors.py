"""Domain errors, each with a message key of the documents and a message for users."""

from collections.abc import Mapping
from typing import ClassVar

from django.utils.functional import Promise

Sentence = str | Promise


class DomainError(Exception):
    """A request was refused and changed nothing."""

    status: ClassVar[int] = 400

    def __init__(self, code: str, detail: Sentence, *, fields: Mapping[str, Sentence] | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail
        self.fields = fields

    def __str__(self) -> str:
        return f"{self.code}: {self.detail}"


class BadInput(DomainError):
    status = 400


class NotSignedIn(DomainError):
    status = 401


class Forbidden(DomainError):
    status = 403


class NotFound(DomainError):
    status = 404


class Conflict(DomainError):
    """The action is not possible in the current state."""

    status = 409


class Unprocessable(DomainError):
    status = 422


class TooMany(DomainError):
    status = 429

    def __init__(self, code: str, detail: Sentence, *, wait_seconds: float | None = None) -> None:
        super().__init__(code, detail)
        self.wait_seconds = wait_seconds
        """Seconds until a retry may succeed; sent as Retry-After."""


class Unavailable(DomainError):
    """A service that the platform depends on does not respond."""

    status = 503


class TooLarge(DomainError):
    status = 413
