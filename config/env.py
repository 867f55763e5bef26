"""Everything the process reads from its environment, in one typed and frozen object."""

from pathlib import Path
from typing import Annotated

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

BASE_DIR = Path(__file__).resolve().parent.parent


class Env(BaseSettings):
    """A value of the wrong shape stops the boot and names the variable."""

    model_config = SettingsConfigDict(frozen=True, extra="ignore", env_file=None)

    secret_key: str = Field(min_length=32)
    debug: bool = False
    demo: bool = False
    """Show the demo sign-ins on the login page and allow the seeded passwords."""

    database_url: str
    redis_url: str
    osrm_url: str = "http://127.0.0.1:5055"
    map_dir: Path = BASE_DIR / ".hansom/maps/current"
    media_root: Path = BASE_DIR / ".hansom/media"
    state_dir: Path = BASE_DIR / ".hansom"

    port: int = Field(default=8000, ge=1, le=65535)
    public_url: str = "http://localhost:8000"
    allowed_hosts: Annotated[list[str], NoDecode] = ["localhost", "127.0.0.1", "[::1]"]
    web_threads: int = Field(default=8, ge=1, le=256)
    """Threads that run Django beside the event loop that runs the sockets."""

    default_from_email: str = "Hansom <no-reply@localhost>"
    email_url: str = "console"
    cookie_secure: bool = False
    log_level: str = "INFO"

    @field_validator("allowed_hosts", mode="before")
    @classmethod
    def split_hosts(cls, value: object) -> object:
        return (
            [host.strip() for host in value.split(",") if host.strip()] if isinstance(value, str) else value
        )


env = Env()  # type: ignore[call-arg]  # the values come from the environment
