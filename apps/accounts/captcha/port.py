"""Port of captchas; each provider is one folder under adapters/."""

from typing import Any, Protocol


class Captcha(Protocol):
    """Makes automated requests for text messages expensive."""

    def challenge(self) -> dict[str, Any]:
        """Return a challenge in the format of the provider's widget."""
        ...

    def accept(self, answer: str) -> bool:
        """Return whether the answer solves one of our challenges in time and for the first time."""
        ...
