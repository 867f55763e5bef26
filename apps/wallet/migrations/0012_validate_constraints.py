"""Checks the rows of before against constraints that were added NOT VALID; writes go on meanwhile."""

from typing import ClassVar

from django.contrib.postgres.operations import ValidateConstraint
from django.db import migrations


class Migration(migrations.Migration):
    # Each on its own: a lock is held no longer than its table is read.
    atomic = False
    dependencies: ClassVar = [("wallet", "0011_tips")]

    operations: ClassVar = [
        ValidateConstraint("journalentry", name="journal_entry_kind_known"),
        ValidateConstraint("account", name="wallet_account_of_a_user_or_the_platform"),
    ]
