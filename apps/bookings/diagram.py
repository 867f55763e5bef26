"""The table of moves as a page for people."""

from typing import Final

from apps.bookings.change import Move, Party
from apps.bookings.choices import ENDED, Status
from apps.bookings.lifecycle import TRANSITIONS

HEAD: Final = """# The life of a booking

Drawn by `make manage ARGS="lifecycle_diagram"` from the table in `apps/bookings/lifecycle.py`; a test fails
when this page is older than the table.

"""


def lifecycle_page() -> str:
    """A state diagram, and the table with who, on what conditions and with what deeds."""
    return "\n".join([HEAD + _diagram(), _ways(), _table()])


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


WAYS_HEAD: Final = """## Ways forward

Every transition that leads out of a status, by who can make it.
"""

COLUMNS: Final[dict[str, tuple[Party, ...]]] = {
    "Rider": (Party.RIDER,),
    "Driver": (Party.OFFERED, Party.DRIVER),
    "Admin": (Party.ADMIN,),
    "Platform": (Party.SYSTEM,),
}


def ways_out(status: Status, *parties: Party) -> dict[str, Status]:
    """Return the transitions that lead from `status` to another one and that one of `parties` can make."""
    return {
        name: move.to
        for name, move in TRANSITIONS.items()
        if move.to not in (None, status) and status in move.sources and set(parties) & set(move.by)
    }


def _ways() -> str:
    rows = [f"| Status | {' | '.join(COLUMNS)} |", "|---" * (len(COLUMNS) + 1) + "|"]
    for status in Status:
        cells = (ways_out(status, *parties) for parties in COLUMNS.values())
        text = (", ".join(f"`{name}` to {to}" for name, to in ways.items()) for ways in cells)
        rows.append("| " + " | ".join([status, *(each or _no_way(status) for each in text)]) + " |")
    return "\n".join([WAYS_HEAD, *rows, "", "## Transitions", ""])


def _no_way(status: Status) -> str:
    return "ended" if status in ENDED else "-"


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
