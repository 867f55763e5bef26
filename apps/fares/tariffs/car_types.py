"""The car types' numbers as a tariff, to start an own tariff from."""

from typing import Any

from django.utils.translation import gettext as _

from apps.core.errors import Conflict
from apps.core.platform import Platform
from apps.fares.models import CarType
from apps.fares.selectors import rates_of
from apps.fares.tariff_engine.default import default_tariff
from apps.fares.tariff_engine.rules import MAX_RULES, Conditions, Rule, Tariff
from apps.fares.tariffs.checking import stored


def car_types_document(settings: Platform) -> dict[str, Any]:
    """Return a tariff that gives the same prices as the car types' numbers. Raises Conflict no_car_types."""
    rules: list[Rule] = []
    for car_type in CarType.objects.order_by("pk"):
        default = default_tariff(rates_of(car_type), convert_to_mile=settings.convert_to_mile)
        for rule in default.rules:
            if rule.then.kind != "charge":
                when = Conditions(car_types=[car_type.name])
                rules.append(rule.model_copy(update={"when": when}))
            elif rule not in rules:
                # Parcels and options cost the same in every car.
                rules.append(rule)
    if not rules or len(rules) > MAX_RULES:
        raise Conflict("no_car_types", _("There are no car types to start from."))
    return stored(Tariff(name=_("Tariff"), time_zone=settings.time_zone, rules=rules))
