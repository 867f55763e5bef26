"""A check that the ledger balances after each test."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core.management import call_command
from django.db import connection

from config.env import env
from config.storage import media_storages


@pytest.fixture
def balanced_books(db: None) -> Iterator[None]:
    yield
    connection.check_constraints()
    call_command("verify_ledger")


@pytest.fixture
def media_folder(settings: Any, tmp_path: Path) -> Path:
    """A media folder for this test only."""
    here = env.model_copy(update={"media_root": tmp_path})
    settings.STORAGES = {**django_settings.STORAGES, **media_storages(here, media_url="/media/")}
    return tmp_path
