"""The admins' list of payment attempts and its export."""

from typing import ClassVar, Final

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from rest_framework import serializers

from apps.accounts.permissions import staff_may_use
from apps.accounts.staff_roles.areas import Area
from apps.core.fields import DayOrTimeField
from apps.core.paging.filters import OPTIONAL, TEXT, FilterSet
from apps.core.paging.keyset import Ordering
from apps.exports.lists import ListSpec
from apps.exports.registry import Column, money_column
from apps.payments.admin_serializers import AttemptRowSerializer
from apps.payments.choices import Purpose, State
from apps.payments.gateways.registry import provider_label
from apps.payments.models import Attempt
from apps.payments.models.attempt import HAS_PROBLEM

PURPOSES: Final = {
    "top_up": pgettext_lazy("payment", "Wallet top-up"),
    "booking": pgettext_lazy("payment", "Booking"),
}
STATES: Final = {
    "created": pgettext_lazy("payment", "Started"),
    "redirected": pgettext_lazy("payment", "At the provider"),
    "pending": pgettext_lazy("payment", "Processing"),
    "paid": pgettext_lazy("payment", "Paid"),
    "failed": pgettext_lazy("payment", "Failed"),
    "expired": pgettext_lazy("payment", "Expired"),
    "partially_refunded": pgettext_lazy("payment", "Partially refunded"),
    "refunded": pgettext_lazy("payment", "Refunded"),
    "disputed": pgettext_lazy("payment", "Chargeback"),
}
CREDITED_TO: Final = {
    "wallet": pgettext_lazy("payment", "Payer’s wallet"),
    "booking": pgettext_lazy("payment credited to", "Booking"),
    "held": pgettext_lazy("payment", "Held: to be refunded"),
}
"""The texts of the screens; tests/backoffice/test_export_texts.py compares them."""


class AttemptFilters(FilterSet):
    state = serializers.ChoiceField(choices=State.choices, **TEXT)
    provider = serializers.CharField(max_length=20, **TEXT)
    purpose = serializers.ChoiceField(choices=Purpose.choices, **TEXT)
    live = serializers.BooleanField(**OPTIONAL)
    needs_review = serializers.BooleanField(
        required=False, default=False, help_text="Only attempts with a problem."
    )
    user = serializers.IntegerField(min_value=1, **OPTIONAL)
    booking = serializers.IntegerField(min_value=1, **OPTIONAL)
    search = serializers.CharField(
        max_length=80, help_text="A prefix of a reference, or a payment id.", **TEXT
    )
    from_ = DayOrTimeField(help_text="Created at or after this time or day.", **OPTIONAL)
    to = DayOrTimeField(end=True, help_text="Created before this time, or on or before this day.", **OPTIONAL)
    lookups: ClassVar = {
        "state": "state",
        "provider": "provider",
        "purpose": "purpose",
        "live": "live",
        "user": "user_id",
        "booking": "booking_id",
        "from": "created_at__gte",
        "to": "created_at__lt",
    }
    orderings = ("-id", "id")

    def filter_needs_review(self, attempts: QuerySet[Attempt], only_problems: bool) -> QuerySet[Attempt]:
        return attempts.filter(HAS_PROBLEM) if only_problems else attempts

    def filter_search(self, attempts: QuerySet[Attempt], text: str) -> QuerySet[Attempt]:
        return attempts.filter(Q(ref__startswith=text) | Q(reference__startswith=text) | Q(payment_id=text))

    def order(self) -> Ordering:
        ordering, given = super().order(), self.validated_data
        if given["from"] is None and given["to"] is None:
            return ordering
        # The same order as by id, but the index on created_at starts inside the time window.
        return Ordering("created_at", ordering.descending)


PAYMENTS: Final = ListSpec(
    name="payments",
    path="payments/attempts/",
    routed=True,
    operation_id="payments_attempts_list",
    description="List all payment attempts, newest first.",
    permission=staff_may_use(Area.MONEY),
    filters=AttemptFilters,
    rows=lambda user, query: query.apply(Attempt.objects.select_related("user")),
    row=AttemptRowSerializer,
    columns=lambda user, query: [
        Column("created_at", _("Date"), lambda row: row.created_at),
        Column("ref", pgettext_lazy("payment", "Our reference"), lambda row: row.ref),
        Column("reference", pgettext_lazy("payment", "For"), lambda row: row.reference),
        Column("user_name", _("Payer"), lambda row: row.user.full_name),
        Column("provider", pgettext_lazy("payment", "Provider"), lambda row: provider_label(row.provider)),
        Column("live", _("Live"), lambda row: row.live),
        Column("purpose", _("Purpose"), lambda row: str(PURPOSES.get(row.purpose, row.purpose))),
        Column("state", _("Status"), lambda row: str(STATES.get(row.state, row.state))),
        money_column("amount", _("Amount")),
        Column("currency", _("Currency"), lambda row: row.currency),
        money_column("wallet_amount", _("From wallet")),
        money_column("refunded_amount", pgettext_lazy("payment amount", "Refunded")),
        Column(
            "credited_to",
            _("Credited to"),
            lambda row: str(CREDITED_TO.get(row.credited_to, row.credited_to)),
        ),
        Column("paid_at", pgettext_lazy("time of payment", "Paid"), lambda row: row.paid_at),
        Column("payment_id", pgettext_lazy("payment", "Provider reference"), lambda row: row.payment_id),
        Column("problem", _("Problem"), lambda row: row.problem),
    ],
)
"""The file has the gateway's ids, for comparison with its statements."""
