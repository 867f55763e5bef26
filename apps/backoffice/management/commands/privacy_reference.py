"""`manage.py privacy_reference`: writes the tables of docs/privacy.md."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from apps.backoffice.privacy_reference import PAGE, page


class Command(BaseCommand):
    help = f"Writes the tables of {PAGE} from the declared personal data and retention periods."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--root", type=Path, default=settings.BASE_DIR, help="write below this folder")

    def handle(self, *args: Any, root: Path, **options: Any) -> None:
        (root / PAGE).parent.mkdir(parents=True, exist_ok=True)
        (root / PAGE).write_text(page(), encoding="utf-8")
