"""Each declared setting is in the model, the cached object, the API, the form and the docs."""

import json
from pathlib import Path
from typing import Any, Final

import pytest
from django.conf import settings as django_settings
from rest_framework import serializers

from apps.accounts.choices import UserType
from apps.backoffice.platform.serializers import AppInfoSerializer, SettingsSerializer
from apps.backoffice.serializers import PublicSettingsSerializer
from apps.core.audit import HIDDEN_VALUE, SECRET, record
from apps.core.models import PlatformSettings
from apps.core.platform import platform_settings
from apps.core.platform_settings import SETTINGS
from apps.core.setting_kinds import Amounts, Choice, Setting, Whole
from apps.core.settings_reference import DOCS_PATH, FORM_PATH, TEXTS_PATH, docs_page, form_module
from tests.personas import client_of, make_user

ROOT: Final = Path(django_settings.BASE_DIR)
ENGLISH: Final[dict[str, Any]] = json.loads((ROOT / TEXTS_PATH).read_text(encoding="utf-8"))["settings"]

every_setting = pytest.mark.parametrize("declared", SETTINGS.values(), ids=SETTINGS)


def page_of(declared: Setting) -> type[serializers.ModelSerializer[PlatformSettings]]:
    return SettingsSerializer if declared.group.page == "settings" else AppInfoSerializer


@every_setting
def test_setting_is_a_column_with_its_default(declared: Setting) -> None:
    column: Any = PlatformSettings._meta.get_field(declared.name)
    default = column.db_default if declared.db_default else column.get_default()
    assert default == declared.initial
    assert column.blank == (declared.may_be_blank or column.null)


@every_setting
def test_setting_is_a_field_of_its_page_with_its_limits(declared: Setting) -> None:
    field: Any = page_of(declared)().fields[declared.name]
    limits = declared.kind.form()
    if isinstance(declared.kind, Whole):
        assert (field.min_value, field.max_value) == (limits["min"], limits["max"])
    if isinstance(declared.kind, Choice):
        assert list(field.choices) == limits["options"]
    if isinstance(declared.kind, Amounts):
        assert field.max_length == limits["max"]
    if limits["kind"] in ("text", "lines"):
        assert field.max_length == limits["max"]


@every_setting
def test_setting_has_a_label_a_hint_and_labels_of_its_choices(declared: Setting) -> None:
    assert all(ENGLISH["field"][declared.name][text] for text in ("label", "hint"))
    assert ENGLISH["group"][declared.group]
    assert all(ENGLISH["choice"][option] for option in declared.kind.form().get("options", ()))


@pytest.mark.django_db
def test_new_platform_has_the_declared_defaults() -> None:
    current = platform_settings()
    assert {name: getattr(current, name) for name in SETTINGS} == {
        name: declared.initial for name, declared in SETTINGS.items()
    }


@pytest.mark.django_db
def test_pages_have_every_setting_once_and_no_other() -> None:
    staff = client_of(make_user("Dora", UserType.ADMIN))
    pages = [set(staff.get(f"/api/v1/{page}/").json()) for page in ("settings", "app-info")]
    assert pages[0] | pages[1] == {*SETTINGS, "version", "country_code", "checks_license", "has_money"}
    assert pages[0] & pages[1] == {"version"}


def test_model_has_no_other_columns() -> None:
    assert {column.name for column in PlatformSettings._meta.concrete_fields} == {
        *SETTINGS,
        "id",
        "updated_at",
    }


def test_public_settings_are_those_declared_public() -> None:
    others = {"company_login_name", "hire_offered", "has_terms", "sign_in", "register", "demo"}
    public = {name for name, declared in SETTINGS.items() if declared.public}
    assert set(PublicSettingsSerializer().fields) == public | others


@pytest.mark.django_db
def test_secret_setting_is_recorded_without_its_value() -> None:
    secrets = {name for name, declared in SETTINGS.items() if declared.secret}
    assert secrets == {"license"}
    assert secrets < SECRET
    entry = record(by=None, action="changed", kind="settings", after=dict.fromkeys(secrets, "ABC-123"))
    assert entry.after == dict.fromkeys(secrets, HIDDEN_VALUE)


@pytest.mark.parametrize(
    ("path", "content"), [(FORM_PATH, form_module()), (DOCS_PATH, docs_page(ENGLISH))], ids=["form", "docs"]
)
def test_generated_file_is_up_to_date(path: Path, content: str) -> None:
    assert (ROOT / path).read_text(encoding="utf-8") == content, "run `make schema`"


@every_setting
def test_form_and_docs_name_the_setting(declared: Setting) -> None:
    assert f'"name": "{declared.name}"' in form_module()
    assert f"| `{declared.name}` |" in docs_page(ENGLISH)
