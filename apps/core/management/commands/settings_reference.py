"""`manage.py settings_reference`: generates the settings form and page from the declared settings."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from apps.core.settings_reference import DOCS_PATH, FORM_PATH, TEXTS_PATH, docs_page, form_module


class Command(BaseCommand):
    help = f"Writes {FORM_PATH} and {DOCS_PATH} from apps/core/platform_settings.py."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--root", type=Path, default=settings.BASE_DIR, help="folder to write to instead of the project"
        )

    def handle(self, *args: Any, root: Path, **options: Any) -> None:
        texts = json.loads((settings.BASE_DIR / TEXTS_PATH).read_text(encoding="utf-8"))["settings"]
        for path, content in ((FORM_PATH, form_module()), (DOCS_PATH, docs_page(texts))):
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(content, encoding="utf-8")
