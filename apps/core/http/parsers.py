"""Parsers of request bodies."""

import codecs
from typing import Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser, get_encoding  # type: ignore[attr-defined]  # missing in the stubs

from apps.core.validation.numbers import load_exact_json


class ExactJsonParser(JSONParser):
    """Parses JSON numbers as exact decimals: 0.1 and 0.10000000000000001 differ."""

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        encoding = get_encoding(parser_context or {})
        try:
            return load_exact_json(codecs.getreader(encoding)(stream).read())
        except ValueError as error:
            raise ParseError(f"JSON parse error - {error}") from error
