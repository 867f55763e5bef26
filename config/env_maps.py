"""Environment variables of the map providers."""

from typing import Annotated, Literal

from pydantic import Field, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode

RoutingProvider = Literal["osrm", "valhalla", "google", "google_legacy"]
PlacesProvider = Literal["local", "photon", "nominatim", "google", "google_legacy"]

PUBLIC_NOMINATIM = "https://nominatim.openstreetmap.org"


class MapsEnv(BaseSettings):
    """Providers in order of preference; the next one is used when one fails."""

    map_routing: Annotated[list[RoutingProvider], NoDecode] = Field(default=["osrm"], min_length=1)
    map_places: Annotated[list[PlacesProvider], NoDecode] = Field(default=["local"], min_length=1)
    map_timeout_seconds: float = Field(default=3.0, gt=0, le=30)
    """Timeout of providers other than the local OSRM and place index."""
    map_user_agent: str = ""
    """User agent for Photon and Nominatim; by default the app's name and PUBLIC_URL."""

    osrm_url: str = "http://127.0.0.1:5055"
    valhalla_url: str = "http://127.0.0.1:8002"
    photon_url: str = "https://photon.komoot.io"
    nominatim_url: str = PUBLIC_NOMINATIM
    nominatim_per_second: float = Field(default=1.0, gt=0)
    """For the whole platform. A self-hosted server may allow more."""
    google_maps_key: str = ""
    google_maps_traffic: bool = False
    """Routes with traffic; Google bills them in a more expensive class."""
    google_maps_url: str = "https://maps.googleapis.com"
    google_places_url: str = "https://places.googleapis.com"
    google_routes_url: str = "https://routes.googleapis.com"

    @field_validator("map_routing", "map_places", mode="before")
    @classmethod
    def split_names(cls, value: object) -> object:
        return [name.strip() for name in value.split(",")] if isinstance(value, str) else value

    @field_validator("map_routing", "map_places")
    @classmethod
    def reject_duplicates(cls, value: list[str]) -> list[str]:
        if len(set(value)) != len(value):
            raise ValueError("a provider is in the list twice")
        return value

    @model_validator(mode="after")
    def can_answer(self) -> "MapsEnv":
        names = {*self.map_routing, *self.map_places}
        if names & {"google", "google_legacy"} and not self.google_maps_key:
            raise ValueError("MAP_ROUTING or MAP_PLACES names Google, and GOOGLE_MAPS_KEY is not set")
        if self.map_places == ["nominatim"]:
            raise ValueError("MAP_PLACES: nominatim must not be used for each keystroke; name one more")
        if self.nominatim_url.rstrip("/") == PUBLIC_NOMINATIM and self.nominatim_per_second > 1:
            raise ValueError("NOMINATIM_PER_SECOND: the public server allows one request a second")
        return self
