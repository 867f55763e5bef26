"""The lists of people as tables for files: document 3's columns, in its order."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext, pgettext_lazy

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.backoffice.people.lists import PeopleFilters, people_for, referrer_of
from apps.backoffice.people.messages import email_in
from apps.backoffice.selectors import fleet_of
from apps.core.demo_mode import require_critical_edits, shown_in
from apps.core.errors import Forbidden
from apps.core.keyset import walk
from apps.core.money import round_money
from apps.core.platform import Platform, platform_settings
from apps.exports.registry import Cell, Column, ExportKind, Filters, Table

BATCH: Final = 1000


def _check(user_type: UserType, user: User, filters: Filters) -> dict[str, Any]:
    _require(user_type, user)
    form = _form(user_type, filters)
    return {name: value for name, value in filters.items() if name in form.fields and value not in ("", None)}


def _table(user_type: UserType, user: User, filters: Filters) -> Table[User]:
    _require(user_type, user)
    asked: PeopleFilters = _form(user_type, filters).filters()
    settings = platform_settings()

    def people() -> QuerySet[User]:
        return people_for(user, user_type, asked, settings)

    return Table(
        columns=_columns(user_type, settings, fleet_of(user)),
        count=lambda: people().count(),
        rows=lambda: walk(people(), asked.order(), batch=BATCH),
    )


def _columns(user_type: UserType, settings: Platform, fleet: int | None) -> list[Column[User]]:
    created: Column[User] = Column("created_at", _("Created"), lambda user: user.created_at)
    names: list[Column[User]] = [
        Column("first_name", _("First name"), lambda user: user.first_name),
        Column("last_name", _("Last name"), lambda user: user.last_name),
        Column("mobile", _("Phone"), lambda user: shown_in(settings, user.mobile or "")),
        Column("email", _("Email"), lambda user: email_in(settings, user)),
    ]
    approved: Column[User] = Column("approved", _("Approved"), lambda user: user.approved)
    if user_type == UserType.ADMIN:
        return [*names, approved]
    if user_type == UserType.FLEET_ADMIN:
        return [created, *names, approved]
    money: list[Column[User]] = [
        Column("wallet_balance", _("Balance"), lambda user: _balance(user, settings)),
        Column("signup_via_referral", _("Referred by"), lambda user: _referrer(user, fleet)),
        Column("referral_id", _("Referral code"), lambda user: user.referral_id or ""),
        Column("bank_name", _("Bank name"), lambda user: shown_in(settings, user.bank_name)),
        Column("bank_code", _("Bank code"), lambda user: shown_in(settings, user.bank_code)),
        Column("bank_account", _("Bank account"), lambda user: shown_in(settings, user.bank_account)),
    ]
    return [created, *names, approved, *money, *(_driver_columns() if user_type == UserType.DRIVER else [])]


def _driver_columns() -> list[Column[User]]:
    def of(value: Callable[[Any], Cell]) -> Callable[[User], Cell]:
        return lambda user: value(user.driver_profile)

    return [
        Column("vehicle_make", _("Make"), of(lambda car: car.vehicle_make)),
        Column("vehicle_model", _("Model"), of(lambda car: car.vehicle_model)),
        Column("vehicle_number", _("Vehicle number"), of(lambda car: car.vehicle_number)),
        Column("other_info", _("Other info"), of(lambda car: car.other_info)),
        Column("car_type", _("Car type"), of(lambda car: car.car_type.name if car.car_type else "")),
        Column(
            "active",
            _("Active"),
            of(lambda car: pgettext("driver", "Online") if car.active else pgettext("driver", "Offline")),
        ),
        Column("rating", _("Rating"), of(lambda car: car.rating)),
        Column(
            "busy",
            _("Busy"),
            of(lambda car: pgettext("driver", "On a trip") if car.busy else pgettext("driver", "Free")),
        ),
        Column(
            "fleet_admin",
            pgettext_lazy("driver", "Fleet admin"),
            of(lambda car: car.fleet_admin.full_name if car.fleet_admin else ""),
        ),
    ]


def _balance(user: Any, settings: Platform) -> Cell:
    return round_money(user.balance, decimals=settings.decimal)


def _referrer(user: User, fleet: int | None) -> str:
    referrer = referrer_of(user, fleet_admin_id=fleet)
    return referrer.full_name if referrer else ""


def _require(user_type: UserType, user: User) -> None:
    allowed = {UserType.ADMIN, UserType.FLEET_ADMIN} if user_type == UserType.DRIVER else {UserType.ADMIN}
    if user.user_type not in allowed:
        raise Forbidden("forbidden", _("You don't have permission."))
    if user_type == UserType.ADMIN:
        require_critical_edits(platform_settings())


def _form(user_type: UserType, filters: Filters) -> Any:
    # The serializers import the models: not while apps are being set up.
    from apps.backoffice.people.serializers import DriversQuerySerializer, PeopleQuerySerializer

    form_class = DriversQuerySerializer if user_type == UserType.DRIVER else PeopleQuerySerializer
    form = form_class(data=dict(filters))
    form.is_valid(raise_exception=True)
    return form


def _kind(name: str, user_type: UserType) -> ExportKind:
    return ExportKind(name=name, check=partial(_check, user_type), table=partial(_table, user_type))


PEOPLE_EXPORTS: Final = (
    _kind("riders", UserType.RIDER),
    _kind("drivers", UserType.DRIVER),
    _kind("fleet_admins", UserType.FLEET_ADMIN),
    _kind("admins", UserType.ADMIN),
)
