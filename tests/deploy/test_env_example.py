"""deploy/env.example shows every variable that an operator may set, and no other."""

import os
import subprocess
import sys

from tests.deploy.files import KNOWN, ROOT, compose, example

NOT_FOR_OPERATORS = {
    # Never in production.
    *("DEBUG", "DEMO", "SOCIAL_SANDBOX_URL", "PAYMENTS_SANDBOX_URL"),
    # Addresses that tests change.
    *("FCM_URL", "TWILIO_API_URL", "TWILIO_VERIFY_URL"),
    *("GOOGLE_MAPS_URL", "GOOGLE_PLACES_URL", "GOOGLE_ROUTES_URL"),
    # The systemd units set it.
    "METRICS_INSTANCE",
    # The image and the profile beside OSRM's executables have the right values.
    *("OSRM_HOST", "OSRM_PORT", "OSRM_CAR_PROFILE", "PATH", "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE"),
}
COMPOSE_ONLY = {
    "HANSOM_VERSION",
    "DOMAIN",
    "ACME_EMAIL",
    "POSTGRES_PASSWORD",
    "POSTGRES_PROCESSES_PASSWORD",
    "GRAFANA_PASSWORD",
    "SUBNET",
}


def test_it_has_every_variable_and_no_other() -> None:
    assert set(example()) == KNOWN - NOT_FOR_OPERATORS | COMPOSE_ONLY


def test_the_platform_starts_with_its_values() -> None:
    """The defaults that it shows are such as config.env takes; those that are blank stay unset."""
    servers = {name: os.environ[name] for name in ("DATABASE_URL", "REDIS_URL")}
    shown = {name: value for name, value in example().items() if value and name != "FCM_CREDENTIALS"}
    shown |= servers | {
        "SECRET_KEY": "x" * 48,
        "PATH": os.environ["PATH"],
        "S3_BUCKET": "rides",
        "SMS": "outbox",
    }
    done = subprocess.run(
        [sys.executable, "-c", "from config.env import env; print(env.public_url)"],
        cwd=ROOT,
        env=shown,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, f"https://{example()['DOMAIN']}\n"), done.stderr


def test_compose_sets_what_it_makes_from_the_example() -> None:
    made = set(compose()["services"]["web"]["environment"])
    assert {"PUBLIC_URL", "ALLOWED_HOSTS"} <= made
