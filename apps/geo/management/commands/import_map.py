from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.geo.importer.errors import ImportFailed
from apps.geo.importer.progress import Progress
from apps.geo.importer.run import import_map
from config.env import env


class Command(BaseCommand):
    help = (
        "Import an OpenStreetMap extract (.osm.pbf, a path or URL) as the platform's map: road graph, "
        "basemap and place index. osrm-routed reads the new graph when it is restarted."
    )
    # --files-only runs without a database.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("extract", help="an .osm.pbf file or its http(s) URL")
        parser.add_argument("--name", help="the name of the region (default: from the file's name)")
        parser.add_argument("--files-only", action="store_true", help="do not load the database")
        parser.add_argument("--if-missing", action="store_true", help="skip if a map is imported already")

    def handle(self, *args: Any, **options: Any) -> None:
        progress = Progress(self._print)
        try:
            meta = import_map(
                options["extract"],
                map_dir=env.map_dir,
                name=options["name"],
                files_only=options["files_only"],
                if_missing=options["if_missing"],
                progress=progress,
            )
        except ImportFailed as error:
            raise CommandError(str(error)) from error
        progress.say(f"The map is {meta.name} ({meta.place_count:,} places, {meta.attribution}).")

    def _print(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()
