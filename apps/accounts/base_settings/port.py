"""The outside check of this installation and its licence: document 1's base-settings service."""

from enum import StrEnum
from typing import Protocol


class Request(StrEnum):
    """What the check is for."""

    AUTH = "auth"
    """Someone logs in."""
    SETTINGS = "settings"
    """The settings are changed, with a licence."""


class Refused(Exception):
    """The service answered, and said no."""


class Unreachable(Exception):
    """The service did not answer, or nothing that could be understood."""


class BaseSettings(Protocol):
    """Someone who can be asked whether this installation is in order."""

    def check(self, request: Request, *, license: str | None = None) -> None:
        """Returns when all is well; raises Refused or Unreachable."""
        ...
