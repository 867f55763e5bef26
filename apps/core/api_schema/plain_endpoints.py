"""Schema of the endpoints outside the API: health, files and map tiles."""

from typing import Any, Final

BINARY: Final = {"schema": {"type": "string", "format": "binary"}}
IMAGES: Final = ("image/gif", "image/jpeg", "image/png", "image/webp")
FILES: Final = (
    *IMAGES,
    "text/csv",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
)
NO_FILE: Final = {
    "description": "There is no such file, or not for this address.",
    "content": {"text/html": {}},
}


def add_plain_endpoints(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Add plain Django views, which drf-spectacular does not see; a postprocessing hook."""
    result["paths"] |= {
        "/healthz": {"get": _health("healthz", "This process responds.", {200: ("ok",)}, parts=False)},
        "/readyz": {
            "get": _health(
                "readyz",
                "Whether this process can serve: it needs the database, and does less without Redis.",
                {200: ("ok", "degraded"), 503: ("unavailable",)},
                parts=True,
            )
        },
        "/media/{name}": {"get": _file("media", "An image that everyone may see.", IMAGES)},
        "/media/private/{name}": {
            "get": _file("media_private", "A file, by its signed address.", FILES, "expires", "signature")
        },
        "/maps/basemap.pmtiles": {"get": _tiles()},
    }
    return result


def _health(
    name: str, description: str, states: dict[int, tuple[str, ...]], *, parts: bool
) -> dict[str, Any]:
    names = ("status", "version", "database", "redis") if parts else ("status", "version")

    def body(words: tuple[str, ...]) -> dict[str, Any]:
        text: dict[str, Any] = {"type": "string"}
        properties = dict.fromkeys(names, text) | {"status": {"type": "string", "enum": [*words]}}
        return {"type": "object", "required": [*names], "properties": properties}

    return _operation(name, description) | {
        "responses": {
            str(status): {
                "description": " or ".join(words),
                "content": {"application/json": {"schema": body(words)}},
            }
            for status, words in states.items()
        }
    }


def _file(name: str, description: str, types: tuple[str, ...], *signed_by: str) -> dict[str, Any]:
    text = {"type": "string"}
    parameters = [{"in": "path", "name": "name", "required": True, "schema": text}]
    parameters += [{"in": "query", "name": part, "required": True, "schema": text} for part in signed_by]
    found = {"description": "The file.", "content": dict.fromkeys(types, BINARY)}
    return _operation(name, description) | {
        "parameters": parameters,
        "responses": {"200": found, "404": NO_FILE},
    }


def _tiles() -> dict[str, Any]:
    header = {"in": "header", "name": "Range", "schema": {"type": "string"}}
    part = {"description": "The part that `Range` names.", "content": {"application/vnd.pmtiles": BINARY}}
    return _operation("basemap", "The map's vector tiles, one PMTiles file that is read in parts.") | {
        "parameters": [header],
        "responses": {
            "200": part | {"description": "The file."},
            "206": part,
            "304": {"description": "As it was when it was fetched last."},
            "404": NO_FILE,
            "416": {"description": "The file has no such part."},
        },
    }


def _operation(name: str, description: str) -> dict[str, Any]:
    return {"operationId": name, "description": description, "tags": ["plain"], "security": [{}]}
