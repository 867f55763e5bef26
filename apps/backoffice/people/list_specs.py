"""The four user lists, with document 3's columns."""

from collections.abc import Callable
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext, pgettext_lazy

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.accounts.permissions import HasUserType, staff_may_use, staff_or_fleet_admins
from apps.accounts.staff_roles.access import sees_money
from apps.accounts.staff_roles.areas import Area
from apps.backoffice.people.lists import DriverFilters, PeopleFilters, people_for, referrer_of
from apps.backoffice.people.messages import email_in
from apps.backoffice.people.serializers import MONEY_FIELDS, PersonRowSerializer
from apps.backoffice.selectors import fleet_of
from apps.core.demo_mode import require_critical_edits, shown_in
from apps.core.money import round_money
from apps.core.platform import Platform, platform_settings
from apps.exports.lists import ListSpec
from apps.exports.registry import Cell, Column

OF_PEOPLE: Final = staff_may_use(Area.PEOPLE)


def _columns(user_type: UserType, by: User) -> list[Column[User]]:
    settings, fleet = platform_settings(), fleet_of(by)
    if user_type == UserType.ADMIN:
        require_critical_edits(settings)
    created: Column[User] = Column("created_at", _("Created"), lambda user: user.created_at)
    names: list[Column[User]] = [
        Column("first_name", _("First name"), lambda user: user.first_name),
        Column("last_name", _("Last name"), lambda user: user.last_name),
        Column("mobile", _("Phone"), lambda user: shown_in(settings, user.mobile or "")),
        Column("email", _("Email"), lambda user: email_in(settings, user)),
    ]
    approved: Column[User] = Column("approved", _("Approved"), lambda user: user.approved)
    if user_type == UserType.ADMIN:
        role: Column[User] = Column("staff_role", _("Role"), role_name)
        return [*names, role, approved]
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
    if not sees_money(by):
        money = [column for column in money if column.name not in MONEY_FIELDS]
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


def role_name(admin: User) -> str:
    """Return the name of an admin's role."""
    return str(pgettext("staff role", "Owner")) if admin.staff_role is None else str(admin.staff_role)


def _balance(user: Any, settings: Platform) -> Cell:
    return round_money(user.balance, decimals=settings.decimal)


def _referrer(user: User, fleet: int | None) -> str:
    referrer = referrer_of(user, fleet_admin_id=fleet)
    return referrer.full_name if referrer else ""


def _spec(
    name: str,
    user_type: UserType,
    *,
    filters: type[PeopleFilters] = PeopleFilters,
    permission: type[HasUserType] = OF_PEOPLE,
) -> ListSpec[User, Any]:
    return ListSpec(
        name=name,
        path=f"{name.replace('_', '-')}/",
        operation_id=f"{name}_list",
        permission=permission,
        filters=filters,
        rows=lambda by, query: people_for(by, user_type, query),
        row=PersonRowSerializer,
        context=lambda by: {"settings": platform_settings(), "fleet": fleet_of(by), "money": sees_money(by)},
        columns=lambda by, query: _columns(user_type, by),
    )


RIDERS: Final = _spec("riders", UserType.RIDER)
DRIVERS: Final = _spec(
    "drivers", UserType.DRIVER, filters=DriverFilters, permission=staff_or_fleet_admins(Area.PEOPLE)
)
FLEET_ADMINS: Final = _spec("fleet_admins", UserType.FLEET_ADMIN)
ADMINS: Final = _spec("admins", UserType.ADMIN, permission=staff_may_use(Area.STAFF))
