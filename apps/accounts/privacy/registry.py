"""The registry of personal data: what a data export contains, and what an erasure removes.

Each app declares its own in `personal_data.py`. docs/privacy.md lists the declarations.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from apps.accounts.models import User

CHUNK = 1_000

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file of the person in one of the storages."""

    storage: str
    name: str


def _none(user: User) -> Iterable[Any]:
    return ()


def _nothing(user: User) -> None:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonalData:
    name: str
    """The name of its JSON file."""
    contents: str
    """What it is, for docs/privacy.md."""
    rows: Callable[[User], Iterable[Row]] = _none
    files: Callable[[User], Iterable[StoredFile]] = _none
    erase: Callable[[User], None] = _nothing
    """Removes it; runs in the transaction that deletes the user."""
    after_erasure: str
    """What an erasure leaves, for docs/privacy.md."""


_declared: dict[str, PersonalData] = {}


def register_personal_data(*declared: PersonalData) -> None:
    for data in declared:
        if data.name in _declared:
            raise RuntimeError(f"two kinds of personal data named {data.name}")
        _declared[data.name] = data


def personal_data() -> Sequence[PersonalData]:
    """Return all declared kinds, by name."""
    return [_declared[name] for name in sorted(_declared)]


def erase_personal_data(user: User) -> None:
    """Remove a user's data from all apps, in the caller's transaction.

    The last declared goes first: upper apps before accounts, where the profile comes last.
    """
    for data in reversed(_declared.values()):
        data.erase(user)


def all_columns(rows: QuerySet[Any], *, exclude: Iterable[str] = ()) -> Iterator[Row]:
    """Yield the rows with all columns except these, oldest first."""
    left_out = set(exclude)
    names = [field.attname for field in rows.model._meta.concrete_fields if field.attname not in left_out]
    yield from rows.order_by("pk").values(*names).iterator(chunk_size=CHUNK)
