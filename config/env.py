"""Environment variables of the process as a typed, frozen object."""

from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

import dj_email_url
from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from config.env_maps import MapsEnv
from config.env_monitoring import MonitoringEnv
from config.redis_urls import parse_sentinel

BASE_DIR = Path(__file__).resolve().parent.parent


class Env(MapsEnv, MonitoringEnv, BaseSettings):
    """An invalid value stops the start and names the variable."""

    model_config = SettingsConfigDict(frozen=True, extra="ignore", env_file=None)

    secret_key: str = Field(min_length=32)
    secret_key_fallbacks: Annotated[list[str], NoDecode] = []
    """Previous keys, comma-separated; values that they signed or encrypted stay valid."""
    debug: bool = False
    demo: bool = False
    """Shows the demo accounts on the login page and allows seeded passwords."""

    database_url: str
    """postgresql://user:password@a:5432,b:5432/name names several servers, of which one is the primary."""
    database_direct_url: str = ""
    """The same database without the pooler; set it if DATABASE_URL points to a pooler in transaction mode."""
    database_owner_url: str = ""
    """The same database, as the role that owns the tables; only `manage.py migrate` uses it."""
    database_replica_url: str = ""
    """A standby of the same database, for lists, reports and exports."""
    redis_url: str
    """redis://host:6379/0, or redis+sentinel://:password@a:26379,b:26379,c:26379/name/0."""
    broker_url: str = ""
    """The Redis of the job queue; by default, as the two below, the one of REDIS_URL."""
    cache_url: str = ""
    channel_url: str = ""
    """The Redis through which events reach the sockets."""
    map_dir: Path = BASE_DIR / ".hansom/maps/current"
    media_root: Path = BASE_DIR / ".hansom/media"
    state_dir: Path = BASE_DIR / ".hansom"

    port: int = Field(default=8000, ge=1, le=65535)
    public_url: str = "http://localhost:8000"
    allowed_hosts: Annotated[list[str], NoDecode] = ["localhost", "127.0.0.1", "[::1]"]
    web_threads: int = Field(default=8, ge=1, le=256)
    """Threads that run Django, besides the event loop of the sockets."""
    relay_shards: int = 1
    """Into how many parts the outbox is divided for relays that work at the same time: 1, 2, 4 or 8."""

    default_from_email: str = "Hansom <no-reply@localhost>"
    email_url: str = "outbox:"
    """submission://user:password@host:587 (STARTTLS), smtp://host:25, smtp://host:465/?ssl=true; `outbox:`
    only stores emails on the outbox page.
    """
    sms: Literal["outbox", "twilio", "twilio_verify"] = "outbox"
    twilio_account_sid: str = ""
    twilio_api_key: str = ""
    twilio_api_secret: str = ""
    twilio_from: str = ""
    """A phone number, or the SID of a messaging service (MG...)."""
    twilio_verify_service: str = ""
    twilio_api_url: str = "https://api.twilio.com"
    twilio_verify_url: str = "https://verify.twilio.com"
    calls_key: str = Field(default="", pattern=r"^(.{32,})?$")
    """The key with which the phone system reports calls; empty: off."""
    asterisk_host: str = ""
    """The Asterisk whose calls `manage.py asterisk_calls` shows; empty: off."""
    asterisk_port: int = Field(default=5038, ge=1, le=65535)
    asterisk_user: str = ""
    asterisk_secret: str = ""
    asterisk_tls: bool = False
    asterisk_lines: Annotated[list[str], NoDecode] = []
    """Numbers of the office with labels, comma-separated: 030 1234567=Main."""
    asterisk_queues: Annotated[list[str], NoDecode] = []
    """Queues of the office, in the same way."""
    vapid_private_key: str = ""
    """P-256 key in base64url; without it, Web Push is off."""
    vapid_subject: str = ""
    """mailto: or https: contact for push services; by default the platform's email."""
    web_push: Literal["real", "outbox"] = "real"
    fcm_credentials: Path | None = None
    """JSON file of a Google service account; without it, FCM is off."""
    fcm_url: str = "https://fcm.googleapis.com"

    google_client_id: str = ""
    google_client_secret: str = ""
    facebook_client_id: str = ""
    facebook_client_secret: str = ""
    apple_client_id: str = ""
    apple_team_id: str = ""
    apple_key_id: str = ""
    apple_private_key: str = ""
    oidc_issuer: str = Field(default="", pattern=r"^(https?://.+)?$")
    """The company's OpenID Connect provider, with which staff log in; empty: off."""
    oidc_client_id: str = ""
    oidc_client_secret: str = ""
    oidc_name: str = ""
    """The text of its button on the login page; empty: "Company login" in the reader's language."""
    oidc_required: bool = False
    """Staff log in with that provider only, not by password or phone."""
    social_sandbox_url: str = ""
    """A server that simulates the login providers, each below its own host name; for tests only."""

    storage: Literal["local", "s3"] = "local"
    s3_bucket: str = ""
    s3_endpoint_url: str = ""
    s3_region: str = ""
    s3_access_key_id: str = ""
    s3_secret_access_key: str = ""
    s3_public_url: str = ""
    """URL of public images if it differs from the bucket's: https://images.example.org"""

    base_settings_url: str = ""
    """The service that checks installation and licence (document 1, section 7); optional."""
    base_settings_project_id: str = ""

    payments_test_provider: bool = False
    """Allows the built-in test gateway, which takes no real money and must be enabled by an admin."""

    payments_sandbox_url: str = ""
    """A server that simulates the gateways, each below its own name; `make run` starts one."""

    proxy_ssl_header: str = ""
    """Header in which a TLS-terminating proxy sends `https`: X-Forwarded-Proto."""
    hsts_seconds: int = Field(default=365 * 24 * 3600, ge=0)
    """Duration of HSTS; 0 turns it off."""
    session_max_days: int = Field(default=180, ge=1, le=3650)
    """Days after which a device must log in again, even if it is used all the time."""

    @field_validator(
        "allowed_hosts", "secret_key_fallbacks", "asterisk_lines", "asterisk_queues", mode="before"
    )
    @classmethod
    def split_commas(cls, value: object) -> object:
        return (
            [host.strip() for host in value.split(",") if host.strip()] if isinstance(value, str) else value
        )

    @field_validator("relay_shards")
    @classmethod
    def check_shards(cls, value: int) -> int:
        if value not in (1, 2, 4, 8):
            raise ValueError(f"{value}: is none of 1, 2, 4, 8")
        return value

    @field_validator("redis_url", "broker_url", "cache_url", "channel_url")
    @classmethod
    def check_redis(cls, value: str) -> str:
        parse_sentinel(value)
        return value

    @field_validator("public_url")
    @classmethod
    def check_scheme(cls, value: str) -> str:
        parts = urlsplit(value)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ValueError(f"{value}: is no URL like https://rides.example.org")
        return value

    @field_validator("email_url")
    @classmethod
    def check_mail_server(cls, value: str) -> str:
        scheme = value.partition(":")[0]
        if scheme != "outbox" and scheme not in dj_email_url.SCHEMES:
            raise ValueError(f"{scheme}: is none of outbox:, smtp:, submission:, console:")
        return value


env = Env()  # type: ignore[call-arg]  # the values come from the environment
