"""Who still needs a car type: drivers, and whatever the apps above register."""

from collections.abc import Callable

from apps.accounts.models import DriverProfile

Question = Callable[[int], bool]

_questions: list[Question] = []


def register_use(question: Question) -> None:
    """Have `question(car_type_id)` asked before a car type is deleted."""
    _questions.append(question)


def is_in_use(car_type_id: int) -> bool:
    return DriverProfile.objects.filter(car_type_id=car_type_id).exists() or any(
        question(car_type_id) for question in _questions
    )
