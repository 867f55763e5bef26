"""Finds the classes of the gateways by their folders."""

from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import TypeVar

from apps.payments import providers

T = TypeVar("T")


def discover(base: type[T], module: str) -> dict[str, type[T]]:
    """Return the subclass of `base` in `<folder>/<module>.py` of each gateway's folder, by name, in order.

    A folder without the module is skipped. Raises ImportError if the module does not define exactly one
    subclass, or if its `name` is not the folder's.
    """
    found: dict[str, type[T]] = {}
    for name in sorted(info.name for info in iter_modules(providers.__path__) if info.ispkg):
        path = f"{providers.__name__}.{name}.{module}"
        if find_spec(path) is None:
            continue
        defined = [
            value
            for value in vars(import_module(path)).values()
            if isinstance(value, type) and issubclass(value, base) and value.__module__ == path
        ]
        if len(defined) != 1 or getattr(defined[0], "name", None) != name:
            raise ImportError(f"{path} must define one {base.__name__} with the name {name!r}")
        found[name] = defined[0]
    return found
