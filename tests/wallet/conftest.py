"""Fixtures for the wallet."""

from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings

from config.env import env
from config.storage import media_storages


@pytest.fixture
def media_folder(settings: Any, tmp_path: Path) -> Path:
    """A media folder for this test only."""
    here = env.model_copy(update={"media_root": tmp_path})
    settings.STORAGES = {**django_settings.STORAGES, **media_storages(here, media_url="/media/")}
    return tmp_path
