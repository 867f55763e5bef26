from apps.geo.models.place import Place, StreetPoint
from apps.geo.models.position import DriverPosition
from apps.geo.models.region import MapRegion

__all__ = ["DriverPosition", "MapRegion", "Place", "StreetPoint"]
