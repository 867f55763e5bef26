"""The columns of an exported booking history in SQL, for files written by PostgreSQL.

tests/bookings/test_copied_export.py compares them with the columns' values.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.contrib.postgres.aggregates import StringAgg
from django.db.models import (
    BooleanField,
    Case,
    DecimalField,
    DurationField,
    Expression,
    ExpressionWrapper,
    F,
    Func,
    OuterRef,
    Q,
    Subquery,
    TextField,
    Value,
    When,
)
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Coalesce, Concat, Round
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.history.labels import CANCELLED_BY, MODES, STATUSES
from apps.bookings.models import BookingStop
from apps.bookings.models.booking_indexes import CHARGED
from apps.bookings.payment.gateways import gateway_labels
from apps.bookings.privacy import sees_customer_contact, sees_driver_contact, sees_otp
from apps.core.platform import Platform
from apps.exports.sources import label_source, secret_source

Source = Expression | F


def sources_for(user: User, settings: Platform, names: Iterable[str]) -> dict[str, Source]:
    """Return the sources of all columns; those not listed here are the field of their name among `names`."""
    return (
        {name: F(name) for name in names} | _amounts(settings) | _contacts(user, settings) | _texts(settings)
    )


def _amounts(settings: Platform) -> dict[str, Source]:
    discount = _unless_cancelled(F("discount"))
    fee_of_driver = Case(
        When(driver__isnull=False, then=F("cancellation_fee")), default=Value(0), output_field=_amount()
    )
    amounts: dict[str, Any] = {
        "trip_cost": CHARGED,
        "driver_share": _unless_cancelled(F("driver_share"), otherwise=fee_of_driver),
        "convenience_fees": _unless_cancelled(F("convenience_fees")),
        "discount": discount,
        "payable_amount": ExpressionWrapper(CHARGED - discount, output_field=_amount()),
        "customer_paid": F("cash_payment_amount")
        + F("card_payment_amount")
        + F("used_wallet_money")
        + F("other_payment_amount"),
    }
    amounts |= {
        name: F(name)
        for name in (
            "cancellation_fee",
            "cancellation_fee_owed",
            "cancellation_fee_written_off",
            "refunded_amount",
            "cash_payment_amount",
            "card_payment_amount",
            "used_wallet_money",
            "other_payment_amount",
            "written_off_amount",
            "tip_amount",
        )
    }
    return {name: Round(amount, precision=settings.decimal) for name, amount in amounts.items()}


def _amount() -> "DecimalField[Any, Any]":
    return DecimalField(max_digits=18, decimal_places=4)


def _unless_cancelled(amount: Source, *, otherwise: Source | None = None) -> Expression:
    return Case(
        When(status=Status.CANCELLED, then=otherwise or Value(0)), default=amount, output_field=_amount()
    )


def _contacts(user: User, settings: Platform) -> dict[str, Source]:
    phone = _if(sees_customer_contact(user), secret_source(settings, "customer_contact"))
    recipient = _if(sees_customer_contact(user), secret_source(settings, "delivery_person_phone"))
    return {
        "customer_contact": phone,
        "driver_contact": _if(sees_driver_contact(user), secret_source(settings, "driver_contact")),
        "delivery_person_phone": recipient,
        "otp": _if(sees_otp(user), F("otp")),
    }


def _if(condition: Q, text: Source) -> Source:
    """Return the text where the condition is true; an empty one always is."""
    return (
        Case(When(condition, then=text), default=Value(""), output_field=TextField()) if condition else text
    )


def _texts(settings: Platform) -> dict[str, Source]:
    gateway = label_source("chosen_gateway", gateway_labels())
    provider = Case(
        When(~Q(chosen_gateway=""), then=_joined(Value(" ("), gateway, Value(")"))),
        default=Value(""),
        output_field=TextField(),
    )
    seconds = Value(timedelta(seconds=1), output_field=DurationField())
    platform = Case(
        When(cancelled_by="", then=Value("")), default=Value(_("the platform")), output_field=TextField()
    )
    return {
        "car_type": F("car_type_name"),
        "status": label_source("status", STATUSES),
        "pickup_image": _is_present("pickup_image"),
        "deliver_image": _is_present("deliver_image"),
        "cancelled_by": label_source("cancelled_by", CANCELLED_BY, unknown=platform),
        "total_trip_time": ExpressionWrapper(F("total_trip_time") * seconds, output_field=DurationField()),
        "payment_mode": label_source("payment_mode", MODES),
        "chosen_payment": _joined(label_source("chosen_payment", MODES), provider),
        "parcel_type_selected": _extra("parcel_type_selected", settings),
        "option_selected": _extra("option_selected", settings),
        "stops": _stops(),
    }


def _stops() -> Expression:
    """Return the addresses of the stops in order; only bookings with stops are looked up."""
    stops = BookingStop.objects.filter(booking=OuterRef("pk")).order_by().values("booking")
    text = stops.annotate(text=StringAgg("add", delimiter="; ", order_by="position")).values("text")
    return Case(
        When(stop_count__gt=0, then=Coalesce(Subquery(text), Value(""))),
        default=Value(""),
        output_field=TextField(),
    )


def _joined(*texts: Source) -> Expression:
    return Concat(*texts, output_field=TextField())


def _is_present(name: str) -> Expression:
    return ExpressionWrapper(~Q(**{name: ""}), output_field=BooleanField())


def _extra(name: str, settings: Platform) -> Expression:
    """Return a parcel type or option with its amount."""
    amount = Func(KT(f"{name}__amount"), template="(%(expressions)s)::numeric", output_field=_amount())
    rounded = Round(Coalesce(amount, Value(0), output_field=_amount()), precision=settings.decimal)
    description = Coalesce(KT(f"{name}__description"), Value(""), output_field=TextField())
    text = _joined(description, Value(" ("), Cast(rounded, TextField()), Value(")"))
    is_chosen = Q(**{f"{name}__has_any_keys": ["description", "amount"]})
    return Case(When(is_chosen, then=text), default=Value(""), output_field=TextField())
