"""Places by a Photon server (https://github.com/komoot/photon): OpenStreetMap, searched as one types."""

from apps.geo.adapters.photon.places import PhotonPlaces

__all__ = ["PhotonPlaces"]
