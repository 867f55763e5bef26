"""The table of moves as a page for people."""

from typing import Final

from apps.bookings.change import Move
from apps.bookings.lifecycle import TRANSITIONS

HEAD: Final = """# The life of a booking

Drawn by `manage.py lifecycle_diagram` from the table in `apps/bookings/lifecycle.py`; a test fails when
this page is older than the table.

"""


def lifecycle_page() -> str:
    """A state diagram, and the table with who, on what conditions and with what deeds."""
    return HEAD + _diagram() + "\n" + _table()


def _diagram() -> str:
    lines = ["```mermaid", "stateDiagram-v2"]
    ends = {str(move.to) for move in TRANSITIONS.values() if move.to}
    for name, move in TRANSITIONS.items():
        if not move.sources:
            lines.append(f"    [*] --> {move.to}: {name}")
        for source in move.sources:
            ends.discard(str(source))
            lines.append(f"    {source} --> {move.to or source}: {name}")
    lines += [f"    {end} --> [*]" for end in sorted(ends)]
    return "\n".join([*lines, "```", ""])


def _table() -> str:
    rows = [
        "| Move | From | To | Who | Guards | Effects | Event | Told afterwards |",
        "|---|---|---|---|---|---|---|---|",
    ]
    rows += [_row(name, move) for name, move in TRANSITIONS.items()]
    return "\n".join([*rows, ""])


def _row(name: str, move: Move) -> str:
    cells = (
        f"`{name}`" + (f" (`POST .../{move.action}/`)" if move.action else ""),
        ", ".join(move.sources) or "-",
        move.to or "the same",
        ", ".join(party.value for party in move.by),
        _names(move.guards),
        _names(move.effects),
        f"`{move.event}`",
        _names(move.after_commit),
    )
    return "| " + " | ".join(cells) + " |"


def _names(steps: tuple[object, ...]) -> str:
    return ", ".join(getattr(step, "__name__", "?").replace("_", " ") for step in steps) or "-"
