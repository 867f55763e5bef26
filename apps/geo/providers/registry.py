"""The providers by name, configured by the environment, which also sets their order."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from apps.geo.port import Attribution, Places, Routing
from apps.geo.providers.cache import CachedPlaces, CachedRouting, CachePolicy
from apps.geo.providers.fallback import FallbackPlaces, FallbackRouting
from config.env_maps import MapsEnv

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR

OPENSTREETMAP: Final = Attribution("© OpenStreetMap contributors", "https://www.openstreetmap.org/copyright")
GOOGLE: Final = Attribution("Google Maps", "https://www.google.com/maps")
# Google's terms allow no storage beyond the moment: as long as a user looks at a result.
_GOOGLE_CACHE: Final = CachePolicy("google", routes=MINUTE, suggestions=MINUTE, names=MINUTE)


def routing_of(env: MapsEnv) -> Routing:
    """Return the routing provider, or a fallback of several."""
    providers: dict[str, Routing] = {name: _ROUTING[name](env) for name in env.map_routing}
    return providers.popitem()[1] if len(providers) == 1 else FallbackRouting(providers)


def places_of(env: MapsEnv) -> Places:
    """Return the places provider, or a fallback of several."""
    providers: dict[str, Places] = {name: _PLACES[name](env) for name in env.map_places}
    return providers.popitem()[1] if len(providers) == 1 else FallbackPlaces(providers)


def attributions_of(env: MapsEnv) -> tuple[Attribution, ...]:
    """Return the required attributions, the map's own data first, without repeats."""
    names = [*env.map_routing, *env.map_places]
    others = [GOOGLE if name.startswith("google") else OPENSTREETMAP for name in names]
    return tuple(dict.fromkeys([OPENSTREETMAP, *others]))


def user_agent(env: MapsEnv) -> str:
    """Return the User-Agent that identifies this installation to public servers."""
    from config.env import env as whole

    return env.map_user_agent or f"Hansom/1 (+{whole.public_url})"


# Adapters are imported only if they are configured.


def _osrm(env: MapsEnv) -> Routing:
    from apps.geo.adapters.osrm import OsrmRouting

    return OsrmRouting(env.osrm_url)


def _valhalla(env: MapsEnv) -> Routing:
    from apps.geo.adapters.valhalla import ValhallaRouting

    routing = ValhallaRouting(env.valhalla_url, timeout_seconds=env.map_timeout_seconds)
    return CachedRouting(routing, CachePolicy("valhalla", routes=5 * MINUTE))


def _google_routing(env: MapsEnv) -> Routing:
    from apps.geo.adapters.google import GoogleRouting

    routing = GoogleRouting(
        key=env.google_maps_key,
        routes_url=env.google_routes_url,
        traffic=env.google_maps_traffic,
        timeout_seconds=env.map_timeout_seconds,
    )
    return CachedRouting(routing, _GOOGLE_CACHE)


def _google_legacy_routing(env: MapsEnv) -> Routing:
    from apps.geo.adapters.google_legacy import GoogleLegacyRouting

    routing = GoogleLegacyRouting(
        key=env.google_maps_key, maps_url=env.google_maps_url, timeout_seconds=env.map_timeout_seconds
    )
    return CachedRouting(routing, replace(_GOOGLE_CACHE, name="google_legacy"))


def _local(env: MapsEnv) -> Places:
    from apps.geo.adapters.local import LocalPlaces

    return LocalPlaces()


def _photon(env: MapsEnv) -> Places:
    from apps.geo.adapters.photon import PhotonPlaces

    places = PhotonPlaces(env.photon_url, user_agent=user_agent(env), timeout_seconds=env.map_timeout_seconds)
    return CachedPlaces(places, CachePolicy("photon", suggestions=HOUR, names=DAY))


def _nominatim(env: MapsEnv) -> Places:
    from apps.geo.adapters.nominatim import NominatimPlaces
    from apps.geo.providers.throttle import Throttle

    places = NominatimPlaces(
        env.nominatim_url,
        user_agent=user_agent(env),
        throttle=Throttle("nominatim", per_second=env.nominatim_per_second),
        timeout_seconds=env.map_timeout_seconds,
    )
    return CachedPlaces(places, CachePolicy("nominatim", names=DAY))


def _google_places(env: MapsEnv) -> Places:
    from apps.geo.adapters.google import GooglePlaces

    places = GooglePlaces(
        key=env.google_maps_key,
        places_url=env.google_places_url,
        maps_url=env.google_maps_url,
        timeout_seconds=env.map_timeout_seconds,
    )
    return CachedPlaces(places, _GOOGLE_CACHE)


def _google_legacy_places(env: MapsEnv) -> Places:
    from apps.geo.adapters.google_legacy import GoogleLegacyPlaces

    places = GoogleLegacyPlaces(
        key=env.google_maps_key, maps_url=env.google_maps_url, timeout_seconds=env.map_timeout_seconds
    )
    return CachedPlaces(places, replace(_GOOGLE_CACHE, name="google_legacy"))


_ROUTING: Final[Mapping[str, Callable[[MapsEnv], Routing]]] = {
    "osrm": _osrm,
    "valhalla": _valhalla,
    "google": _google_routing,
    "google_legacy": _google_legacy_routing,
}
_PLACES: Final[Mapping[str, Callable[[MapsEnv], Places]]] = {
    "local": _local,
    "photon": _photon,
    "nominatim": _nominatim,
    "google": _google_places,
    "google_legacy": _google_legacy_places,
}
