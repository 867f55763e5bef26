"""Exports use the same headers and values as the screens, in every language."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from apps.accounts.models import User
from apps.bookings.choices import PaymentMode, Status
from apps.bookings.history.columns import columns_for
from apps.bookings.history.labels import MODES, STATUSES
from apps.core.platform import platform_settings, update_platform_settings

pytestmark = pytest.mark.django_db

SCREENS = Path(__file__).parents[2] / "frontend" / "src" / "i18n"
LANGUAGES = ("en", "es", "fr", "de", "pt", "ar", "hi", "zh")
IN_KILOMETRES = {"distance_km"}
"""Exports have the unit in the header, the screens beside each figure."""


@cache
def screen(language: str, file: str) -> Any:
    return json.loads((SCREENS / language / f"{file}.json").read_text())


def locale_of(language: str) -> str:
    return "zh-hans" if language == "zh" else language


@pytest.mark.parametrize("language", LANGUAGES)
def test_headers_equal_those_of_the_list(language: str, dora: User) -> None:
    update_platform_settings(app_category="delivery")
    heads = screen(language, "history")["history"]
    with translation.override(locale_of(language)):
        headers = {column.name: str(column.header) for column in columns_for(dora, platform_settings())}
    assert len(headers) > 30
    assert {name: head for name, head in headers.items() if name not in IN_KILOMETRES} == {
        name: heads[f"col_{name}"] for name in headers if name not in IN_KILOMETRES
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_statuses_and_payment_methods_equal_those_of_the_screens(language: str) -> None:
    statuses, history = screen(language, "common")["status"], screen(language, "history")["history"]
    with translation.override(locale_of(language)):
        assert {status: str(STATUSES[status]) for status in Status} == {
            status: statuses[status] for status in Status
        }
        assert {mode: str(MODES[mode]) for mode in PaymentMode.values} == {
            mode: history[f"mode_{mode}"] for mode in PaymentMode.values
        }
