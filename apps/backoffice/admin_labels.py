"""The names of this app's tables and columns in the Django admin."""

from django.utils.translation import gettext_lazy as _

from apps.backoffice.models import (
    Approval,
    Case,
    CaseMessage,
    CasePhoto,
    Language,
    Note,
    SavedView,
)
from apps.core.django_admin.labels import name_model

name_model(
    Language,
    _("language"),
    _("languages"),
    name=_("Name"),
    code=_("Code"),
    date_locale=_("Date format"),
    base=_("Based on"),
    default=_("Default"),
    removed=_("Removed"),
    copied=_("Copied"),
    pairs=_("Translations"),
    version=_("Version"),
    created_at=_("Created"),
    updated_at=_("Updated"),
)

name_model(
    Approval,
    _("approval"),
    _("approvals"),
    kind=_("Action"),
    state=_("Status"),
    target_id=_("Number of the subject"),
    booking=_("Booking"),
    withdrawal=_("Withdrawal"),
    batch=_("Bank file"),
    person=_("User"),
    amount=_("Amount"),
    data=_("Data"),
    reason=_("Reason"),
    requested_by=_("Requested by"),
    requested_at=_("Requested"),
    decided_by=_("Decided by"),
    decided_at=_("Decided"),
    decision_code=_("Error code"),
    decision_reason=_("Reason of the decision"),
)

name_model(
    Case,
    _("case"),
    _("cases"),
    kind=_("Subject"),
    state=_("Status"),
    person=_("User"),
    booking=_("Booking"),
    owner=_("Owner"),
    due_at=_("Due"),
    outcome=_("Outcome"),
    created_at=_("Created"),
    updated_at=_("Updated"),
    closed_at=_("Closed"),
)

name_model(
    CaseMessage,
    _("message of a case"),
    _("messages of cases"),
    case=_("Case"),
    audience=_("Readers"),
    by_staff=_("By staff"),
    by_fleet=_("By the fleet admin"),
    author=_("Written by"),
    author_name=_("Name of the author"),
    text=_("Text"),
    created_at=_("Created"),
)

name_model(
    CasePhoto,
    _("photo of a case"),
    _("photos of cases"),
    message=_("Message"),
    uploaded_by=_("Uploaded by"),
    image=_("Image"),
    created_at=_("Created"),
)

name_model(
    Note,
    _("note"),
    _("notes"),
    person=_("User"),
    booking=_("Booking"),
    flag=_("Flag"),
    text=_("Text"),
    by=_("Written by"),
    by_name=_("Name of the author"),
    created_at=_("Created"),
)

name_model(
    SavedView,
    _("saved view"),
    _("saved views"),
    user=_("User"),
    list=_("List"),
    name=_("Name"),
    query=_("Filters"),
    columns=_("Columns"),
    created_at=_("Created"),
)
