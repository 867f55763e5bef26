from apps.backoffice.models.language import Language
from apps.backoffice.models.saved_view import SavedView

__all__ = ["Language", "SavedView"]
