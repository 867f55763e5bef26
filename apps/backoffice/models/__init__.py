from apps.backoffice.models.language import Language
from apps.backoffice.models.note import Flag, Note
from apps.backoffice.models.saved_view import SavedView

__all__ = ["Flag", "Language", "Note", "SavedView"]
