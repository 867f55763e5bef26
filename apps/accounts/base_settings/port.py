"""Port of the base-settings service, which checks this installation and its licence (document 1)."""

from enum import StrEnum
from typing import Protocol


class Request(StrEnum):
    """The purpose of a check."""

    AUTH = "auth"
    """A user logs in."""
    SETTINGS = "settings"
    """An admin saves settings with a licence."""


class Refused(Exception):
    """The service refused."""


class Unreachable(Exception):
    """The service did not answer, or its answer is invalid."""


class BaseSettings(Protocol):
    """Checks whether this installation may be used."""

    def check(self, request: Request, *, license: str | None = None) -> None:
        """Raise Refused or Unreachable unless the service accepts."""
        ...
