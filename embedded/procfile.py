"""Reads the Procfile: one `name: command` per line, as Heroku, foreman and honcho do."""

from __future__ import annotations

import re
from pathlib import Path

LINE = re.compile(r"^([A-Za-z0-9_-]+):\s*(.+)$")


def read_procfile(path: Path) -> dict[str, str]:
    """Return the command by process name, in the order of the file."""
    matches = (LINE.match(line.strip()) for line in path.read_text().splitlines())
    return {match[1]: match[2] for match in matches if match}


def shell_command(command: str) -> list[str]:
    """Return the command with its $VARIABLES expanded; `exec` avoids a shell in between."""
    return ["/bin/sh", "-c", f"exec {command}"]
