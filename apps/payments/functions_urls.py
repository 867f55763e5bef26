from django.urls import path

from apps.payments.views.functions import GetProvidersView

urlpatterns = [path("get_providers", GetProvidersView.as_view(), name="get-providers")]
