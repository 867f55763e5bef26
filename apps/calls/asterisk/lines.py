"""Which calls are for the office: the numbers and queues that are configured, with their labels."""

from collections.abc import Iterable
from dataclasses import dataclass

from apps.accounts.phone_numbers.countries import home_mobile


@dataclass(frozen=True, slots=True)
class Lines:
    """Labels by dialled number and by queue."""

    numbers: dict[str, str]
    queues: dict[str, str]

    def of_number(self, dialled: str) -> str | None:
        """Return the label of a dialled number, however the trunk writes it."""
        return self.numbers.get(dialled) or self.numbers.get(_full(dialled)) if dialled else None

    def of_queue(self, name: str) -> str | None:
        return self.queues.get(name)


def lines_of(numbers: Iterable[str], queues: Iterable[str]) -> Lines:
    """Read `030 1234567=Main` or `taxi=Taxi queue`; without a label, the number or queue is its own."""
    labels = dict(_labelled(each) for each in numbers)
    full = {_full(number): label for number, label in labels.items()}
    return Lines(labels | full, dict(_labelled(each) for each in queues))


def _labelled(given: str) -> tuple[str, str]:
    name, _, label = given.partition("=")
    return name.strip(), label.strip() or name.strip()


def _full(number: str) -> str:
    return home_mobile(number) or number
