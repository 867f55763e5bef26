"""The table of moves as a page for people."""

from typing import Final

from apps.bookings.choices import ENDED, Status
from apps.bookings.state_machine.lifecycle import TRANSITIONS
from apps.bookings.state_machine.transitions import Actor, Transition

HEAD: Final = """# The life of a booking

Drawn by `make manage ARGS="lifecycle_diagram"` from the table in
`apps/bookings/state_machine/lifecycle.py`; a test fails when this page is older than the table.

"""


def lifecycle_page() -> str:
    """A state diagram, and the table with who, on what conditions and with what deeds."""
    return "\n".join([HEAD + _diagram(), _ways(), _table()])


def _diagram() -> str:
    lines = ["```mermaid", "stateDiagram-v2"]
    ends = {str(transition.to) for transition in TRANSITIONS.values() if transition.to}
    for name, transition in TRANSITIONS.items():
        if not transition.sources:
            lines.append(f"    [*] --> {transition.to}: {name}")
        for source in transition.sources:
            ends.discard(str(source))
            lines.append(f"    {source} --> {transition.to or source}: {name}")
    lines += [f"    {end} --> [*]" for end in sorted(ends)]
    return "\n".join([*lines, "```", ""])


WAYS_HEAD: Final = """## Ways forward

Every transition that leads out of a status, by who can make it.
"""

COLUMNS: Final[dict[str, tuple[Actor, ...]]] = {
    "Rider": (Actor.RIDER,),
    "Driver": (Actor.OFFERED_DRIVER, Actor.DRIVER),
    "Admin": (Actor.ADMIN,),
    "Platform": (Actor.SYSTEM,),
}


def ways_out(status: Status, *actors: Actor) -> dict[str, Status]:
    """Return the transitions that lead from `status` to another one and that one of `parties` can make."""
    return {
        name: transition.to
        for name, transition in TRANSITIONS.items()
        if transition.to not in (None, status)
        and status in transition.sources
        and set(actors) & set(transition.by)
    }


def _ways() -> str:
    rows = [f"| Status | {' | '.join(COLUMNS)} |", "|---" * (len(COLUMNS) + 1) + "|"]
    for status in Status:
        cells = (ways_out(status, *actors) for actors in COLUMNS.values())
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
    rows += [_row(name, transition) for name, transition in TRANSITIONS.items()]
    return "\n".join([*rows, ""])


def _row(name: str, transition: Transition) -> str:
    cells = (
        f"`{name}`" + (f" (`POST .../{transition.action}/`)" if transition.action else ""),
        ", ".join(transition.sources) or "-",
        transition.to or "the same",
        ", ".join(actor.value for actor in transition.by),
        _names(transition.guards),
        _names(transition.effects),
        f"`{transition.event}`",
        _names(transition.after_commit),
    )
    return "| " + " | ".join(cells) + " |"


def _names(steps: tuple[object, ...]) -> str:
    return ", ".join(getattr(step, "__name__", "?").replace("_", " ") for step in steps) or "-"
