"""Places of a Photon server (https://github.com/komoot/photon): search-as-you-type of OpenStreetMap."""

from apps.geo.adapters.photon.places import PhotonPlaces

__all__ = ["PhotonPlaces"]
