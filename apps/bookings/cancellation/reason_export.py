"""The cancellation reasons as an export; the public list of them has neither pages nor filters."""

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from apps.accounts.models import User
from apps.accounts.permissions import staff_may_use
from apps.accounts.staff_roles.areas import Area
from apps.bookings.models import CancelReason
from apps.bookings.selectors import cancel_reasons
from apps.core.paging.filters import FilterSet
from apps.exports.lists import Computed, ListSpec
from apps.exports.registry import Column


def _reasons(user: User, query: FilterSet) -> Computed[CancelReason]:
    reasons = cancel_reasons()
    return Computed(count=reasons.count, rows=lambda: list(reasons))


CANCEL_REASONS: Final = ListSpec(
    name="cancel_reasons",
    permission=staff_may_use(Area.TARIFFS),
    filters=FilterSet,
    rows=_reasons,
    columns=lambda user, query: [
        Column("value", pgettext_lazy("reason", "Position"), lambda row: row.value),
        Column("label", _("Reason"), lambda row: row.label),
    ],
)
