from django.urls import path

from apps.exports.lists import list_routes
from apps.exports.views import DataExportView, ExportsView, ExportView

urlpatterns = [
    path("exports/", ExportsView.as_view()),
    path("me/data-export/", DataExportView.as_view()),
    path("exports/<int:pk>/", ExportView.as_view()),
    *list_routes(),
]
