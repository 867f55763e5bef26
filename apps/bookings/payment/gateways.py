"""Display names of payment providers; the payments app registers them."""

from collections.abc import Mapping

_labels: dict[str, str] = {}


def register_gateways(labels: Mapping[str, str]) -> None:
    """Register display names: `{"payulatam": "PayU Latam"}`."""
    _labels.update(labels)


def gateway_label(name: str) -> str:
    """Return the display name, such as "Stripe" for `stripe`; an unknown provider returns its stored name."""
    return _labels.get(name, name)


def gateway_labels() -> Mapping[str, str]:
    return _labels


def is_gateway(name: str) -> bool:
    """Return whether a payment provider has this name."""
    return name in _labels
