from apps.backoffice.models.approval import Approval, ApprovalState
from apps.backoffice.models.case import Audience, Case, CaseKind, CaseMessage, CaseState, Outcome
from apps.backoffice.models.case_photo import CasePhoto
from apps.backoffice.models.language import Language
from apps.backoffice.models.note import Flag, Note
from apps.backoffice.models.saved_view import SavedView

__all__ = [
    "Approval",
    "ApprovalState",
    "Audience",
    "Case",
    "CaseKind",
    "CaseMessage",
    "CasePhoto",
    "CaseState",
    "Flag",
    "Language",
    "Note",
    "Outcome",
    "SavedView",
]
