from tests.accounts.conftest import media

__all__ = ["media"]
