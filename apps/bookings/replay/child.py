"""`python -m apps.bookings.replay.child FD`: one process of a replay, which ends with its parent."""

import os
import signal
import sys
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Final

import django

NICENESS: Final = 3
"""Web processes and dispatch on the same machine get twice the share of a core that is contended."""


def main(fd: int) -> None:
    """Price parts until there are none or the parent has gone."""
    # Ctrl-C is for the parent, whose end closes the connection.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICENESS)
    django.setup()
    with Connection(fd) as parent, suppress(EOFError, BrokenPipeError):
        _work(parent)


def _work(parent: Connection) -> None:
    # Models exist only now.
    from django.db import DEFAULT_DB_ALIAS, connections

    from apps.bookings.replay.part import Replayer
    from apps.bookings.replay.processes import Failed

    start = parent.recv()
    connections[DEFAULT_DB_ALIAS].settings_dict["NAME"] = start.database
    try:
        replayer = Replayer(start.work)
        while (part := parent.recv()) is not None:
            parent.send(replayer.price(part))
        parent.send(replayer.summary)
    except (EOFError, BrokenPipeError):
        raise
    except Exception as error:
        parent.send(Failed(f"{type(error).__name__}: {error}"))
        raise


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    main(int(sys.argv[1]))
