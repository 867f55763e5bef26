"""Demo mode: everybody may look and try, nobody may break it for the next (AllowCriticalEditsAdmin off)."""

from django.utils.translation import gettext_lazy as _

from apps.core.errors import Forbidden
from apps.core.platform import Platform


def require_critical_edits(settings: Platform) -> None:
    """Raises Forbidden demo_mode while critical edits are switched off."""
    if settings.is_demo_mode:
        raise Forbidden("demo_mode", _("This is not possible in demo mode."))
