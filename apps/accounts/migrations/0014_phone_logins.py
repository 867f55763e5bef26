"""People without an email whom staff added before were marked as logging in by email: they do by phone."""

from typing import Any, ClassVar

from django.db import migrations
from django.db.models import Q


def mark_phone_logins(apps: Any, _schema_editor: Any) -> None:
    people = apps.get_model("accounts", "User").objects.filter(login_type="email", mobile__isnull=False)
    people.filter(Q(email__isnull=True) | Q(email="")).exclude(mobile="").update(login_type="phone")


class Migration(migrations.Migration):
    dependencies: ClassVar = [("accounts", "0013_driver_online_since")]

    operations: ClassVar = [migrations.RunPython(mark_phone_logins, migrations.RunPython.noop)]
