"""Migrates, imports the demo city unless a map exists, and seeds unless --unseeded is given.

With --static it also collects static files. One process does all of it, because starting Django takes most
of the time.
"""

from __future__ import annotations

import argparse

import django
from django.conf import settings
from django.core.management import call_command


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("extract")
    parser.add_argument("name")
    parser.add_argument("--static", action="store_true")
    parser.add_argument("--unseeded", action="store_true", help="the caller seeds afterwards")
    options = parser.parse_args()
    django.setup()
    call_command("migrate", interactive=False)
    call_command("import_map", options.extract, name=options.name, if_missing=True)
    if not options.unseeded:
        call_command("seed_demo")
    enable_sandbox_gateways()
    if options.static:
        call_command("publish_static", verbosity=0)


def enable_sandbox_gateways() -> None:
    """Enable every sandbox gateway; existing accounts are not changed."""
    if not settings.PAYMENTS_SANDBOX_URL:
        return
    from apps.payments.models import ProviderAccount
    from embedded.gateways.registry import sandbox_gateways

    for gateway in sandbox_gateways().values():
        account, new = ProviderAccount.objects.get_or_create(provider=gateway.name, live=False)
        if new:
            account.credentials = dict(gateway.credentials)
            account.enabled = not ProviderAccount.objects.filter(provider=gateway.name, enabled=True).exists()
            account.save()


if __name__ == "__main__":
    main()
