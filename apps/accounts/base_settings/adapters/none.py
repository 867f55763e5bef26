from apps.accounts.base_settings.port import Request


class NobodyToAsk:
    """An installation of its own: there is no service, and all is well."""

    def check(self, request: Request, *, license: str | None = None) -> None:
        return
