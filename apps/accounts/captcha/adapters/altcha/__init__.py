from apps.accounts.captcha.adapters.altcha.adapter import AltchaCaptcha

__all__ = ["AltchaCaptcha"]
