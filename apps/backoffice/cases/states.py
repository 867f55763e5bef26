"""The states of a case and who moves it between them."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from django.utils.translation import gettext as _

from apps.backoffice.models import Case, CaseState
from apps.core.errors import Conflict

ANSWER_WITHIN: Final = timedelta(hours=24)
"""The time until which staff must act on an open case."""
REOPEN_WITHIN: Final = timedelta(days=30)
"""How long after its end a reply of the person opens a case again."""


class Move(StrEnum):
    STAFF_REPLY = "staff_reply"
    PERSON_REPLY = "person_reply"
    CLOSE = "close"
    REOPEN = "reopen"


OPEN, WAITING, CLOSED = CaseState.OPEN, CaseState.WAITING, CaseState.CLOSED
MOVES: Final[Mapping[Move, Mapping[CaseState, CaseState]]] = {
    Move.STAFF_REPLY: {OPEN: WAITING, WAITING: WAITING},
    Move.PERSON_REPLY: {OPEN: OPEN, WAITING: OPEN, CLOSED: OPEN},
    Move.CLOSE: {OPEN: CLOSED, WAITING: CLOSED},
    Move.REOPEN: {CLOSED: OPEN, WAITING: OPEN},
}
"""The next state by move and state; a move that is not listed is refused."""


def apply_move(case: Case, name: Move, *, now: datetime, outcome: str = "") -> None:
    """Set the fields of the next state without saving. Raises Conflict case_closed and case_not_closed."""
    before = CaseState(case.state)
    after = MOVES[name].get(before)
    if name == Move.PERSON_REPLY and case.closed_at is not None and case.closed_at < now - REOPEN_WITHIN:
        after = None
    if after is None:
        if before == CLOSED:
            raise Conflict("case_closed", _("This case is closed."))
        raise Conflict("case_open", _("This case is open already."))
    case.state = after
    if after == OPEN:
        case.due_at = case.due_at or now + ANSWER_WITHIN
    else:
        case.due_at = None
    case.closed_at = now if after == CLOSED else None
    case.outcome = outcome if after == CLOSED else ""
