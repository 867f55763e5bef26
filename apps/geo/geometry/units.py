from decimal import Decimal
from typing import overload


@overload
def kilometres(metres: float) -> Decimal: ...
@overload
def kilometres(metres: None) -> None: ...
def kilometres(metres: float | None) -> Decimal | None:
    """Return kilometres, rounded to a metre."""
    return None if metres is None else Decimal(round(metres)).scaleb(-3)


@overload
def seconds(value: float) -> int: ...
@overload
def seconds(value: None) -> None: ...
def seconds(value: float | None) -> int | None:
    return None if value is None else round(value)
