"""Imports users from a file: preview first, then add all rows or only the valid ones."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.db import transaction
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.accounts.phone_numbers.countries import home_mobile
from apps.backoffice.people.create import add_many
from apps.backoffice.people.csv_file import Column, Line, Table, read_table
from apps.backoffice.people.rules import may_approve
from apps.backoffice.people.validation import NewPerson, known_of, problems_of
from apps.core.audit import record
from apps.core.errors import BadInput, Sentence
from apps.core.platform import platform_settings
from apps.fares.models import CarType

YES: Final = frozenset({"1", "true", "yes", "y", "approved", "x"})
NO: Final = frozenset({"0", "false", "no", "n"})
TEXTS: Final = (
    *("first_name", "last_name", "email", "mobile", "bank_name", "bank_code", "bank_account"),
    *("vehicle_make", "vehicle_model", "vehicle_number", "other_info"),
)


@dataclass(slots=True)
class ImportRow:
    line: Line
    person: NewPerson
    errors: dict[str, Sentence] = field(default_factory=dict)
    user_id: int | None = None


@dataclass(frozen=True, slots=True)
class Preview:
    columns: list[Column]
    rows: list[ImportRow]
    table: Table

    @property
    def good(self) -> list[ImportRow]:
        return [row for row in self.rows if not row.errors]


def preview_import(*, by: User, user_type: UserType, text: str, mapping: Mapping[str, str]) -> Preview:
    """Return each row of a file with its errors; changes nothing.

    Raises what read_table raises; Unavailable email_or_mobile_issue.
    """
    table = read_table(text, user_type=user_type, mapping=mapping)
    # Rows cannot be validated until the columns are known.
    rows = [] if table.missing else _rows(by, user_type, table.lines)
    known = known_of(row.person for row in rows)
    for row in rows:
        for problem in problems_of(row.person, known):
            row.errors = dict(problem.fields or {"": problem.detail}) | row.errors
    _mark_repeated(rows)
    return Preview(table.columns, rows, table)


@transaction.atomic
def apply_import(
    *,
    by: User,
    user_type: UserType,
    text: str,
    mapping: Mapping[str, str],
    all_or_nothing: bool,
    send_emails: bool,
) -> Preview:
    """Add all users of a file, or only the valid ones.

    Raises what preview_import raises; BadInput import_columns_missing, import_has_errors if all were
    requested or none is valid; Conflict email_or_mobile_issue.
    """
    preview = preview_import(by=by, user_type=user_type, text=text, mapping=mapping)
    preview.table.require_complete()
    good = preview.good
    if not good or (all_or_nothing and len(good) < len(preview.rows)):
        raise BadInput("import_has_errors", _("No one was added. Some rows have errors."))
    users = add_many(by=by, people=[row.person for row in good], send_emails=send_emails)
    for row, user in zip(good, users, strict=True):
        row.user_id = user.pk
    after = {"added": len(good), "left_out": len(preview.rows) - len(good)}
    record(by=by, action="imported", kind="user", label=str(user_type.value), after=after)
    return preview


def _rows(by: User, user_type: UserType, lines: Sequence[Line]) -> list[ImportRow]:
    settings = platform_settings()
    drives = user_type == UserType.DRIVER
    cars = dict(CarType.objects.annotate(plain=Lower("name")).values_list("plain", "pk")) if drives else {}
    owners = _fleet_admins(lines) if drives else {}
    return [_row(by, user_type, line, cars, owners, approves=may_approve(by, settings)) for line in lines]


def _row(
    by: User,
    user_type: UserType,
    line: Line,
    cars: Mapping[str, int],
    owners: Mapping[str, int],
    *,
    approves: bool,
) -> ImportRow:
    values, errors = line.values, dict[str, Sentence]()
    approved = values.get("approved", "").lower()
    if approved and approved not in YES | NO:
        errors["approved"] = _("Enter yes or no.")
    car_name = values.get("car_type", "").lower()
    if car_name and car_name not in cars:
        errors["car_type"] = _("Car type not found.")
    owner = values.get("fleet_admin", "").lower()
    own = by.user_type != UserType.ADMIN
    if owner and owner != (by.email or "") if own else owner and owner not in owners:
        errors["fleet_admin"] = _("Fleet admin not found.")
    texts: dict[str, Any] = {name: values.get(name, "") for name in TEXTS}
    person = NewPerson(
        user_type=user_type,
        approved=approves and approved not in NO,
        car_type=cars.get(car_name),
        fleet_admin=by.pk if own else owners.get(owner),
        **texts,
    )
    return ImportRow(line, person, errors)


def _fleet_admins(lines: Sequence[Line]) -> dict[str, int]:
    """Return fleet admins by email, which is how a file names them."""
    emails = {line.values.get("fleet_admin", "").lower() for line in lines} - {""}
    found = User.objects.filter(email__in=emails, user_type=UserType.FLEET_ADMIN, deleted_at__isnull=True)
    return {email: pk for email, pk in found.values_list("email", "pk") if email}


def _mark_repeated(rows: Sequence[ImportRow]) -> None:
    """Mark repeated emails and numbers; the first row with each is valid."""
    seen: dict[str, dict[str, int]] = defaultdict(dict)
    for row in rows:
        person = row.person
        for name, value in (("email", person.email.strip().lower()), ("mobile", home_mobile(person.mobile))):
            if not value:
                continue
            first = seen[name].setdefault(value, row.line.number)
            if first != row.line.number:
                row.errors.setdefault(name, _("Already in line %(line)s.") % {"line": first})
