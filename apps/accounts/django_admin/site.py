"""Django's admin site with a second factor and the audit log."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.views import LoginView, PasswordChangeView
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.decorators import method_decorator
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from apps.core import audit
from apps.core.models import AuditEntry
from apps.core.platform import platform_settings


class DjangoAdminSite(admin.AdminSite):
    """Every change below it is recorded in the audit log with the Django admin as its source."""

    enable_nav_sidebar = True
    index_template = "django_admin/index.html"

    def has_permission(self, request: HttpRequest) -> bool:
        from apps.accounts.django_admin.admin_login import is_logged_in

        return is_logged_in(request)

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        guarded = super().admin_view(view, cacheable)

        def recorded(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            with audit.through(AuditEntry.Source.DJANGO_ADMIN):
                return guarded(request, *args, **kwargs)

        # Preserve the attributes that Django's decorators set on the view.
        recorded.__dict__.update(guarded.__dict__)
        return recorded

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        name = SimpleLazyObject(lambda: platform_settings().app_name)
        return {**super().each_context(request), "site_header": name, "site_title": name}

    def get_urls(self) -> list[Any]:
        from apps.accounts.django_admin import views

        own: list[URLPattern] = [
            path("second-factor/", views.code_page(self), name="second_factor"),
            path("second-factor/enrol/", views.enrol_page(self), name="second_factor_enrol"),
            path(
                "second-factor/codes/",
                self.admin_view(views.show_codes(self)),
                name="second_factor_codes",
            ),
            path("second-factor/mine/", self.admin_view(views.manage(self)), name="second_factor_mine"),
        ]
        return own + super().get_urls()

    @method_decorator(never_cache)
    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """Check the password; the next page requests the code."""
        if request.method == "GET" and self.has_permission(request):
            return HttpResponseRedirect(reverse("admin:index", current_app=self.name))
        from apps.accounts.django_admin.forms import PasswordForm

        context = {
            **self.each_context(request),
            "title": _("Log in"),
            "subtitle": None,
            "app_path": request.get_full_path(),
            "username": request.user.get_username(),
            **(extra_context or {}),
        }
        view = _PasswordView.as_view(
            extra_context=context,
            authentication_form=PasswordForm,
            template_name="admin/login.html",
            next_page=reverse("admin:index", current_app=self.name),
        )
        return view(request)

    def password_change(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        from apps.accounts.django_admin.forms import OwnPasswordForm

        view = _OwnPasswordView.as_view(
            form_class=OwnPasswordForm,
            success_url=reverse("admin:password_change_done", current_app=self.name),
            extra_context={**self.each_context(request), **(extra_context or {})},
            template_name="registration/password_change_form.html",
        )
        return view(request)

    def page(self, request: HttpRequest, template: str, **context: Any) -> TemplateResponse:
        """Render a login page with the site's context."""
        request.current_app = self.name
        return TemplateResponse(
            request, f"django_admin/{template}", {**self.each_context(request), **context}
        )


class _PasswordView(LoginView):
    def form_valid(self, form: Any) -> HttpResponse:
        from apps.accounts.django_admin.admin_login import begin_2fa

        begin_2fa(self.request, form.get_user(), target=self.get_success_url())
        return HttpResponseRedirect(reverse("admin:second_factor"))


class _OwnPasswordView(PasswordChangeView):
    def form_valid(self, form: Any) -> HttpResponse:
        from django.db import transaction

        with transaction.atomic():
            answer = super().form_valid(form)
            user = form.user
            audit.record(
                by=user,
                action="changed",
                kind="user",
                target_id=user.pk,
                label=str(user),
                after={"password": "new"},
            )
        return answer
