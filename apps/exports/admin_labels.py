"""The names of this app's tables and columns in the Django admin."""

from django.utils.translation import gettext_lazy as _

from apps.core.django_admin.labels import name_model
from apps.exports.models import Export

name_model(
    Export,
    _("export"),
    _("exports"),
    user=_("User"),
    kind=_("List"),
    format=_("Format"),
    filters=_("Filters"),
    columns=_("Columns"),
    language=_("Language"),
    state=_("Status"),
    attempts=_("Attempts"),
    rows_done=_("Rows written"),
    rows_total=_("Total rows"),
    error=_("Error"),
    created_at=_("Created"),
    finished_at=_("Completed"),
    expires_at=_("Expires"),
)
