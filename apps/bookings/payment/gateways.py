"""What people call the gateways that bookings were paid through; who speaks to them registers the names."""

from collections.abc import Mapping

_labels: dict[str, str] = {}


def register_gateways(labels: Mapping[str, str]) -> None:
    """Name payment providers: `{"payulatam": "PayU Latam"}`."""
    _labels.update(labels)


def gateway_label(name: str) -> str:
    """ "Stripe" for `stripe`; a provider that is not known any more keeps the name that was stored."""
    return _labels.get(name, name)


def is_gateway(name: str) -> bool:
    """Whether a payment provider goes by this name."""
    return name in _labels
