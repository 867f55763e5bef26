"""The names of this app's tables and columns in the Django admin."""

from django.utils.translation import gettext_lazy as _

from apps.calls.models import Call
from apps.core.django_admin.labels import name_model

name_model(
    Call,
    _("phone call"),
    _("phone calls"),
    external_id=_("ID of the phone system"),
    phone=_("Phone"),
    line=_("Line"),
    caller=_("Caller"),
    answered_by=_("Answered by"),
    system=_("Phone system"),
    state=_("Status"),
    rang_at=_("Rang"),
    answered_at=_("Answered"),
    ended_at=_("Ended"),
)
