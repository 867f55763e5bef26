"""A person's data as a ZIP file: a JSON file for each kind of data, and the person's own files."""

import json
import logging
from pathlib import PurePosixPath
from typing import IO, Any, Final
from zipfile import ZIP_DEFLATED, ZipFile

from django.core.files.storage import storages
from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.accounts.privacy.registry import PersonalData, personal_data
from apps.accounts.staff_roles.access import staff_may
from apps.accounts.staff_roles.areas import Area, Level
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import NotFound
from apps.core.platform import platform_settings
from apps.exports.files import ProgressCallback
from apps.exports.registry import FileKind, Filters, register_file_kind

log = logging.getLogger(__name__)

KIND: Final = "personal_data"
BLOCK: Final = 1 << 16


def check_person(by: User, filters: Filters) -> dict[str, Any]:
    """Return the filters of an export about a user.

    Raises Forbidden demo_mode; NotFound for deleted users, and for others' data unless the role allows it.
    """
    require_critical_edits(platform_settings())
    person_id = int(filters["person"])
    if person_id != by.pk and not staff_may(by, Area.PEOPLE, Level.CHANGE):
        raise NotFound("not_found", _("User not found."))
    if not User.objects.filter(pk=person_id, deleted_at__isnull=True).exists():
        raise NotFound("not_found", _("User not found."))
    return {"person": person_id}


def write_person(by: User, filters: Filters, out: IO[bytes], on_progress: ProgressCallback) -> int:
    """Write the ZIP file and return the number of its rows."""
    person = User.objects.get(pk=check_person(by, filters)["person"])
    rows = 0
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        archive.writestr("index.json", _json(_index(person)))
        for data in personal_data():
            rows += _write_rows(archive, data, person, rows, on_progress)
            _write_files(archive, data, person)
            on_progress(rows)
    return rows


def _index(person: User) -> dict[str, Any]:
    return {
        "person": person.pk,
        "created_at": timezone.now(),
        "files": {f"{data.name}.json": data.contents for data in personal_data()},
    }


def _write_rows(
    archive: ZipFile, data: PersonalData, person: User, before: int, on_progress: ProgressCallback
) -> int:
    """Write the rows one by one, because a driver can have a million positions."""
    count = 0
    with archive.open(f"{data.name}.json", "w", force_zip64=True) as file:
        file.write(b"[")
        for count, row in enumerate(data.rows(person), start=1):
            file.write(b",\n" if count > 1 else b"\n")
            file.write(_json(row))
            if count % 1000 == 0:
                on_progress(before + count)
        file.write(b"\n]\n")
    return count


def _write_files(archive: ZipFile, data: PersonalData, person: User) -> None:
    for stored in data.files(person):
        storage = storages[stored.storage]
        if not storage.exists(stored.name):
            log.warning("file of a data export is missing: %s", stored.name)
            continue
        name = f"files/{data.name}/{PurePosixPath(stored.name).name}"
        with storage.open(stored.name) as source, archive.open(name, "w", force_zip64=True) as file:
            while block := source.read(BLOCK):
                file.write(block)


def _json(value: Any) -> bytes:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False).encode()


def register() -> None:
    register_file_kind(FileKind(name=KIND, check=check_person, write=write_person))
