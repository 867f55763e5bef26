"""URLs of uploaded files, below /media/."""

from django.urls import path

from apps.core.files.media_views import private_media, public_media

urlpatterns = [
    path("private/<path:name>", private_media),
    path("<path:name>", public_media),
]
