from apps.accounts.base_settings.port import Request


class NoBaseSettings:
    """Used without a base-settings service: every check succeeds."""

    def check(self, request: Request, *, license: str | None = None) -> None:
        return
