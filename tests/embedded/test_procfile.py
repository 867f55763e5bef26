"""Reading the Procfile and running its commands."""

import subprocess
from pathlib import Path

from embedded.procfile import read_procfile, shell_command


def test_commands_keep_their_order_and_comments_are_ignored(tmp_path: Path) -> None:
    path = tmp_path / "Procfile"
    path.write_text("# what runs\nweb: serve --port $PORT\n\nworker: work: hard\n")
    assert read_procfile(path) == {"web": "serve --port $PORT", "worker": "work: hard"}


def test_variables_are_expanded_and_no_shell_remains() -> None:
    command = shell_command("python3 -c 'import os; print(os.getpid())' ${NOTHING:-} $PORT")
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={"PORT": "1", "PATH": "/usr/bin"}
    )
    output, _ = process.communicate()
    assert int(output) == process.pid
