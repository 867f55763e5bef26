"""The first start of a platform, at the server's command line."""

import getpass
import os
import sys
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.accounts.phone_numbers.countries import dial_codes
from apps.backoffice.setup.choices import currency_of
from apps.backoffice.setup.links import HOURS, setup_link
from apps.backoffice.setup.services import (
    NewPlatform,
    SetupRefused,
    country_name,
    known_currency,
    known_email,
    known_time_zone,
    refuse_second_admin,
    set_up,
    time_zones_of,
)
from apps.core import audit
from apps.core.models import AuditEntry

PASSWORD_VARIABLE: Final = "SETUP_ADMIN_PASSWORD"  # noqa: S105  # a name, not a password


class Command(BaseCommand):
    help = (
        "Set up an empty platform: settings, default car types, cancellation reasons and the first admin. "
        f"Prompts for missing values; the password is read from a prompt or from {PASSWORD_VARIABLE}."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--link",
            action="store_true",
            help=f"print a link to set up in a browser, valid for {HOURS} hours",
        )
        parser.add_argument("--company", metavar="NAME", help="the company's name")
        parser.add_argument("--country", metavar="CODE", help="two letters, such as GB")
        parser.add_argument("--currency", metavar="CODE", help="three letters, such as GBP")
        parser.add_argument("--symbol", default="", help="the currency symbol; default: that of the country")
        parser.add_argument("--time-zone", metavar="NAME", help="such as Europe/London")
        parser.add_argument("--email", help="the first admin's email address")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            refuse_second_admin()
            if options["link"]:
                self.stdout.write(setup_link())
                return
            with audit.through(AuditEntry.Source.COMMAND_LINE):
                done = set_up(self._requested(options))
        except SetupRefused as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"Set up for {done.country_name} (+{done.dial_code}), amounts in {done.symbol} with "
            f"{done.decimals} decimals; new: {done.car_types} car types, {done.reasons} reasons.\n"
            f"Log in as {done.admin.email} and check the fares under Car types."
        )

    def _requested(self, options: dict[str, Any]) -> NewPlatform:
        company = options["company"] or self._prompt("Company name")
        country = options["country"] or self._prompt("Country (two letters)")
        country_name(country)
        currency = options["currency"] or self._prompt("Currency (three letters)", _currency_of(country))
        known_currency(currency)
        zone = options["time_zone"] or self._prompt("Time zone", _only(time_zones_of(country)))
        known_time_zone(zone)
        email = known_email(options["email"] or self._prompt("Admin's email"))
        return NewPlatform(
            company_name=company,
            country=country.upper(),
            currency=currency,
            symbol=options["symbol"],
            time_zone=zone,
            email=email,
            password=self._password(),
        )

    def _prompt(self, label: str, default: str = "") -> str:
        if not sys.stdin.isatty():
            raise CommandError(f"{label} is missing, and there is no terminal for a prompt.")
        shown = f"{label} [{default}]: " if default else f"{label}: "
        while not (answer := input(shown).strip() or default):
            self.stdout.write("Enter a value.")
        return answer

    def _password(self) -> str:
        password = os.environ.get(PASSWORD_VARIABLE, "")
        if password:
            return password
        if not sys.stdin.isatty():
            raise CommandError(f"The password is missing: set {PASSWORD_VARIABLE}.")
        while True:
            password = getpass.getpass("Admin's password: ")
            if password and password == getpass.getpass("Repeat the password: "):
                return password
            self.stdout.write("The passwords are empty or differ.")


def _currency_of(country: str) -> str:
    return currency_of(country.upper()) if country.upper() in dial_codes() else ""


def _only(values: list[str]) -> str:
    return values[0] if len(values) == 1 else ""
