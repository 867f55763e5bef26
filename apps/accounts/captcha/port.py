"""What the platform asks of a captcha; a provider is one folder under adapters/."""

from typing import Any, Protocol


class Captcha(Protocol):
    """Makes a text message cost its asker something."""

    def challenge(self) -> dict[str, Any]:
        """What a page has to solve, in the words of the provider's widget."""
        ...

    def accept(self, answer: str) -> bool:
        """Whether this answers one of our challenges, in time and for the first time; uses it up."""
        ...
