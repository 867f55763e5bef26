from typing import Any, ClassVar, Final

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

ROLES: Final[dict[str, dict[str, str]]] = {
    "dispatcher": {
        "bookings": "change",
        "people": "view",
        "fleet": "view",
        "tariffs": "view",
        "cases": "change",
    },
    "support": {
        "bookings": "change",
        "people": "change",
        "fleet": "view",
        "tariffs": "view",
        "cases": "change",
        "content": "view",
    },
    "accountant": {
        "bookings": "view",
        "people": "view",
        "money": "change",
        "approvals": "change",
        "reports": "view",
        "register": "view",
    },
    "inspector": {
        "bookings": "view",
        "people": "view",
        "fleet": "view",
        "tariffs": "view",
        "money": "view",
        "approvals": "view",
        "reports": "view",
        "cases": "view",
        "content": "view",
        "settings": "view",
        "staff": "view",
        "audit": "view",
        "register": "view",
    },
}


def add_roles(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    role: Any = apps.get_model("accounts", "StaffRole")
    for built_in, permissions in ROLES.items():
        role.objects.get_or_create(built_in=built_in, defaults={"permissions": permissions})


def remove_roles(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    role: Any = apps.get_model("accounts", "StaffRole")
    role.objects.exclude(built_in="").filter(people=None).delete()


class Migration(migrations.Migration):
    dependencies: ClassVar = [("accounts", "0006_staff_roles")]

    operations: ClassVar = [migrations.RunPython(add_roles, remove_roles)]
