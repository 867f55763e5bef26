"""Error responses of the schema: one shape, with the codes that an operation may return."""

from collections.abc import Iterable
from typing import Any, Final

from drf_spectacular.plumbing import ComponentRegistry, ResolvedComponent

ERROR: Final[dict[str, Any]] = {
    "type": "object",
    "description": "A refusal: nothing was changed.",
    "required": ["code", "detail"],
    "properties": {
        "code": {"type": "string", "description": "The key of the message."},
        "detail": {"type": "string", "description": "One sentence in the language of the request."},
        "fields": {
            "type": "object",
            "additionalProperties": {"type": "string"},
            "description": "What is wrong with each field; nested names are joined with a dot.",
        },
    },
}
FUNCTION_ERROR: Final[dict[str, Any]] = ERROR | {
    "properties": {
        "error": {"type": "string", "description": "The code again, where the documents have it."},
        **ERROR["properties"],
    }
}
COMPONENTS: Final = {"Error": ERROR, "FunctionError": FUNCTION_ERROR}
"""Error shapes by name; a view selects another than the first as its `error_component`."""
REASONS: Final = {
    400: "The request cannot be read, or its values are not allowed.",
    401: "Log in first.",
    403: "This user may not do this.",
    404: "It does not exist, or not for this user.",
    406: "The API does not reply in this content type.",
    409: "It is not possible now.",
    413: "The request is too large.",
    415: "The API does not read this content type.",
    422: "It can be read, but not processed.",
    429: "Too many requests; `Retry-After` may say how long to wait.",
    503: "Something that the platform depends on does not respond; try again.",
}


def refusal_response(
    registry: ComponentRegistry, status: int, codes: Iterable[str], *, shape: str = "Error"
) -> dict[str, Any]:
    """Return the response object of a status; a response with a single code is a shared component."""
    names = sorted(codes)
    error = _component(registry, shape, ResolvedComponent.SCHEMA, COMPONENTS[shape])
    schema = {"allOf": [error, {"type": "object", "properties": {"code": {"type": "string", "enum": names}}}]}
    response = {
        "description": f"{REASONS[status]} Codes: {', '.join(names)}.",
        "content": {"application/json": {"schema": schema}},
    }
    if len(names) > 1:
        return response
    name = f"{shape}{status}" + "".join(part.title() for part in names[0].split("_"))
    return _component(registry, name, ResolvedComponent.RESPONSE, response)


def _component(registry: ComponentRegistry, name: str, kind: str, schema: dict[str, Any]) -> dict[str, Any]:
    component = ResolvedComponent(  # type: ignore[no-untyped-call]
        name=name, type=kind, schema=schema, object=name
    )
    registry.register_on_missing(component)
    return {"$ref": f"#/components/{kind}/{name}"}
