"""Reads and writes tariffs as JSON files."""

import json
from typing import Any, Final

from pydantic import ValidationError

from apps.fares.tariff_engine.compiled import CompiledTariff
from apps.fares.tariff_engine.rules import Tariff

MAX_BYTES: Final = 2_000_000


class TariffFileError(ValueError):
    """A file that is not a tariff; `problems` maps paths such as `rules[3].then.amount` to sentences."""

    def __init__(self, problems: dict[str, str]) -> None:
        super().__init__("; ".join(f"{path}: {sentence}" for path, sentence in problems.items()))
        self.problems = problems


def read_tariff(text: str | bytes) -> Tariff:
    """Return the tariff of a file. Raises TariffFileError."""
    if len(text) > MAX_BYTES:
        raise TariffFileError({"": f"longer than {MAX_BYTES} bytes"})
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise TariffFileError({"": f"not JSON: {error}"}) from error
    return tariff_of(values)


def tariff_of(values: Any) -> Tariff:
    """Return the tariff of a file's values. Raises TariffFileError."""
    if isinstance(values, dict) and "format" not in values:
        raise TariffFileError({"format": "missing: hansom-tariff"})
    try:
        tariff = Tariff.model_validate(values)
    except ValidationError as error:
        raise TariffFileError(
            {_path(problem["loc"]): _sentence(problem["msg"]) for problem in error.errors(include_url=False)}
        ) from error
    try:
        CompiledTariff(tariff)
    except ValueError as error:
        raise TariffFileError({"time_zone": str(error)}) from error
    return tariff


def write_tariff(tariff: Tariff) -> str:
    """Return the file of a tariff; reading it gives the same tariff."""
    values = tariff.model_dump(mode="json", exclude_defaults=True)
    # The version and the kinds are defaults, which a reader of the file needs.
    head = {"format": tariff.format, "format_version": tariff.format_version}
    return json.dumps(head | values, indent=2, ensure_ascii=False) + "\n"


def json_schema() -> dict[str, Any]:
    """Return the JSON schema of the file format."""
    schema = Tariff.model_json_schema()
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    return schema


def _path(location: tuple[int | str, ...]) -> str:
    path = ""
    for before, step in zip((None, *location), location, strict=False):
        if isinstance(step, int):
            path += f"[{step}]"
        elif before != "then":
            # After `then` comes the kind of the action, which is no step of the file.
            path += f".{step}" if path else step
    return path


def _sentence(message: str) -> str:
    return message.removeprefix("Value error, ")
