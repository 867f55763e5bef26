"""Countries of phone numbers."""

from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.phone_numbers.countries import countries
from apps.accounts.serializers.registration import CountryListSerializer
from apps.accounts.views.auth import PublicAuthView

CACHE_SECONDS = 24 * 3600


class CountriesView(PublicAuthView):
    @extend_schema(responses=CountryListSerializer, auth=[])
    def get(self, request: Request) -> Response:
        """List countries with their dial codes, named and sorted in the requested language."""
        found = countries(get_language() or "")
        response = Response(CountryListSerializer({"results": found}).data)
        patch_cache_control(response, public=True, max_age=CACHE_SECONDS)
        patch_vary_headers(response, ["Accept-Language"])
        return response
