"""robots.txt and the sitemap."""

from django.http import HttpRequest, HttpResponse
from django.utils.html import escape
from django.views.decorators.http import require_safe

from apps.core.pages.head import address_of, alternates, origin
from apps.core.pages.language import offered
from apps.core.pages.routes import PUBLIC


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Return robots.txt. It does not list private pages: crawlers must be able to read their noindex."""
    lines = ["User-agent: *", "Disallow: /api/", "Disallow: /functions/", "Disallow: /media/"]
    text = "\n".join([*lines, f"Sitemap: {origin()}/sitemap.xml", ""])
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    """Return every public page in every language, with links to the other languages."""
    languages = offered()
    entries: list[str] = []
    for page in PUBLIC:
        links_by_language = list(alternates(page, languages))
        links = "".join(
            f'<xhtml:link rel="alternate" hreflang="{escape(code)}" href="{escape(address)}"/>'
            for code, address in links_by_language
        )
        entries += [
            f"<url><loc>{escape(address_of(page, code))}</loc>{links}</url>"
            for code, _address in links_by_language
            if code != "x-default"
        ]
    text = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
        f'xmlns:xhtml="http://www.w3.org/1999/xhtml">{"".join(entries)}</urlset>\n'
    )
    return HttpResponse(text, content_type="application/xml; charset=utf-8")
