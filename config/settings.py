"""Django settings that are the same on all machines; the others are in config.env."""

from datetime import timedelta
from urllib.parse import urlsplit

import dj_email_url

from config.databases import parse_database
from config.env import BASE_DIR, env
from config.redis_urls import broker_settings, cache_settings, channel_host
from config.safety import content_security_policy, transport_settings
from config.social import social_providers
from config.storage import media_storages

SECRET_KEY = env.secret_key
SECRET_KEY_FALLBACKS = env.secret_key_fallbacks
DEBUG = env.debug
DEMO = env.demo
ALLOWED_HOSTS = env.allowed_hosts
PUBLIC_URL = env.public_url
CSRF_TRUSTED_ORIGINS = [env.public_url]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"

INSTALLED_APPS = [
    "apps.accounts.django_admin.config.DjangoAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "channels",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.apple",
    "allauth.socialaccount.providers.facebook",
    "allauth.socialaccount.providers.google",
    "allauth.socialaccount.providers.openid_connect",
    "apps.core",
    "apps.geo",
    "apps.accounts",
    "apps.notifications",
    "apps.exports",
    "apps.wallet",
    "apps.fleet",
    "apps.calls",
    "apps.fares",
    "apps.bookings",
    "apps.chat",
    "apps.payments",
    "apps.recording",
    "apps.backoffice",
    "apps.realtime",
    "apps.simulator",
]

MIDDLEWARE = [
    # First, so that its id and duration cover all others.
    "apps.core.monitoring.requests.RequestMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "apps.accounts.django_admin.cookie.SessionsApartMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "apps.core.http.no_store.NoStoreMiddleware",
    # Before any middleware that reads the body.
    "apps.core.http.body_limit.BodyLimitMiddleware",
    "apps.core.http.json_limits.JsonLimitMiddleware",
    "apps.core.http.compression.CompressionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "frontend/dist"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

DATABASES = {
    "default": parse_database(
        env.database_url,
        engine="apps.core.postgres_backend",
        conn_max_age=600,
        conn_health_checks=True,
        # A pooler in transaction mode does not keep cursors or prepared statements.
        disable_server_side_cursors=bool(env.database_direct_url),
    ),
}
if env.database_replica_url:
    # A standby; apps.core.replica says which reads it gets.
    DATABASES["replica"] = parse_database(
        env.database_replica_url,
        standby=True,
        engine="apps.core.postgres_backend",
        conn_max_age=600,
        conn_health_checks=True,
        disable_server_side_cursors=True,
    )
    DATABASES["replica"].setdefault("OPTIONS", {}).setdefault("connect_timeout", 2)
    DATABASE_ROUTERS = ["apps.core.replica.ReplicaRouter"]
# Session features (LISTEN, locks outside transactions, migrations) bypass the pooler.
DATABASE_DIRECT = parse_database(env.database_direct_url) if env.database_direct_url else None
DATABASE_OWNER = parse_database(env.database_owner_url) if env.database_owner_url else None
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.redis_url
BROKER_URL = env.broker_url or REDIS_URL
CACHE_URL = env.cache_url or REDIS_URL
CHANNEL_URL = env.channel_url or REDIS_URL
CACHES = {"default": cache_settings(CACHE_URL)}
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [channel_host(CHANNEL_URL)], "prefix": "hansom"},
    },
}

# -- users -------------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
# Logs in by email, also at the Django admin. Django's own backend would hash a wrong password again.
AUTHENTICATION_BACKENDS = ["apps.accounts.backends.ApprovedPeopleBackend"]
PASSWORD_HASHERS = [
    "apps.accounts.login.hashers.OwaspArgon2Hasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_ADAPTER = "apps.accounts.allauth_adapters.account.AccountAdapter"
# django-allauth's forms are not used; apps.accounts.services.password_attempts counts instead.
ACCOUNT_RATE_LIMITS = {"login_failed": False}
RATE_LIMITS = {
    # Wrong passwords. A device on which the user logged in before is counted separately.
    "failures_of_address": "30/m",
    "failures_of_account_from_address": "5/300s",
    "failures_of_account": "50/h",
    "failures_of_device": "5/300s,20/d",
    # Wrong codes of an authenticator app after the right password; counted in the same way.
    "codes_of_address": "30/m",
    "codes_of_account_from_address": "5/300s",
    "codes_of_account": "20/h",
    "codes_of_device": "5/300s,20/d",
    # Per account, from any address: emails that others can trigger, and guesses at an unlocked screen.
    "password_reset_email": "1/m,5/h",
    "verification_email": "1/m,5/h",
    "current_password": "5/300s",
    "change_email": "10/h",
    "receipt_email": "1/m,5/d",
    "test_email": "3/m,20/h",
    "sign_up_without_captcha": "5/h",
}
PASSWORD_RESET_TIMEOUT = 3600
# Two-factor login of staff and the Django admin: allow half a minute of clock difference.
MFA_ADAPTER = "apps.accounts.allauth_adapters.mfa.MfaAdapter"
MFA_TOTP_TOLERANCE = 1
MFA_ALLOW_UNVERIFIED_EMAIL = True
BASE_SETTINGS_URL = env.base_settings_url
BASE_SETTINGS_PROJECT_ID = env.base_settings_project_id
# Iterations per attempt; a phone needs about 256 attempts.
CAPTCHA_COST = 5000
# SMS to the platform's own country, and to each other country.
PHONE_CODES_AN_HOUR_AT_HOME = 6000
PHONE_CODES_AN_HOUR_ABROAD = 300
SOCIALACCOUNT_ADAPTER = "apps.accounts.allauth_adapters.social.SocialAdapter"
SOCIALACCOUNT_PROVIDERS = social_providers(env)
COMPANY_LOGIN_REQUIRED = env.oidc_required and "APP" in SOCIALACCOUNT_PROVIDERS["openid_connect"]
SOCIALACCOUNT_QUERY_EMAIL = True
SOCIALACCOUNT_EMAIL_REQUIRED = False
SOCIALACCOUNT_EMAIL_AUTHENTICATION_AUTO_CONNECT = True
# A server in place of the login providers, for tests only.
SOCIAL_SANDBOX_URL = env.social_sandbox_url
# Providers redirect to the public URL, whatever a proxy sends.
ACCOUNT_DEFAULT_HTTP_PROTOCOL = urlsplit(env.public_url).scheme
REFRESH_COOKIE_PATH = "/api/v1/auth/"
SESSION_MAX_DAYS = env.session_max_days
SIMPLE_JWT = {
    "AUTH_TOKEN_CLASSES": ("apps.accounts.login.tokens.AccessToken",),
    "ACCESS_TOKEN_LIFETIME": timedelta(minutes=10),
    "REFRESH_TOKEN_LIFETIME": timedelta(days=30),
    "UPDATE_LAST_LOGIN": False,
}

# -- API ---------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["apps.accounts.authentication.AccessTokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    # `?format=` requests a list as a file.
    "URL_FORMAT_OVERRIDE": None,
    "DEFAULT_PARSER_CLASSES": ["apps.core.http.parsers.ExactJsonParser"],
    "DEFAULT_SCHEMA_CLASS": "apps.core.api_schema.view_schema.ApiSchema",
    "DEFAULT_PAGINATION_CLASS": "apps.core.paging.pagination.KeysetPagination",
    "PAGE_SIZE": 25,
    "EXCEPTION_HANDLER": "apps.core.http.api_errors.exception_handler",
    "DEFAULT_THROTTLE_RATES": {
        "sign_in": "120/min",
        "captcha": "60/min",
        "phone_start": "30/hour",
        "phone_verify": "60/min",
        "two_factor": "60/min",
        # The login page fetches a challenge when it opens; many users of an office share an address.
        "passkey_options": "240/min",
        "passkey": "60/min",
        "social": "60/min",
        # Enough for the users of an office with one address, too few to check a list of numbers.
        "check_user_exists": "60/hour",
        "validate_referrer": "120/hour",
        "recovery": "20/min",
        # Each image takes a second of CPU time; one uploaded before sign-up is stored for a day.
        "uploads": "60/hour",
        "license_images": "30/hour",
        "send_notification": "60/min",
        "maps": "600/min",
        "estimates": "240/min",
        "free_cars": "60/min",
        "payment_check": "60/min",
        # Webhooks come from few addresses, are repeated if not accepted, and are all stored.
        "payment_webhook": "600/min",
        # Typed messages, including quick replies.
        "chat": "60/min",
        # A page polls every three seconds, possibly on several devices of a household.
        "shared_trip": "120/min",
        # As above, and the chat of the page.
        "guest": "240/min",
        # Ten pages of a user that all reconnect every few seconds.
        "socket_ticket": "240/min",
        # A page sends a batch every ten seconds.
        "browser_spans": "60/min",
        "exports": "60/hour",
        # A phone system with dozens of lines.
        "calls": "600/min",
        # Each may go to all users.
        "announcements": "20/min",
    },
    # The ASGI server has already applied the trusted proxy's client address.
    "NUM_PROXIES": 0,
    "COERCE_DECIMAL_TO_STRING": True,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Hansom",
    "DESCRIPTION": "The API of the Hansom ride-hailing and delivery platform.",
    "VERSION": "1",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "ENUM_NAME_OVERRIDES": {
        "UserTypeEnum": "apps.accounts.choices.UserType",
        "StaffLevelEnum": "apps.accounts.staff_roles.areas.Level",
        "StaffReadLevelEnum": "apps.accounts.staff_roles.areas.READ_LEVELS",
        "BuiltInRoleEnum": "apps.accounts.staff_roles.areas.BuiltIn",
        "BookingStatusEnum": "apps.bookings.choices.Status",
        "BookingRoleEnum": "apps.bookings.choices.Role",
        "PaymentModeEnum": "apps.bookings.choices.PaymentMode",
        "ChosenPaymentEnum": "apps.bookings.choices.CHOSEN_MODES",
        "RecordedPaymentEnum": "apps.bookings.choices.RECORDED_MODES",
        "KindEnum": "apps.wallet.choices.EntryKind",
        "ExportFormatEnum": "apps.exports.choices.ExportFormat",
        "ExportListFormatEnum": "apps.exports.choices.ListFormat",
        "ExportFileFormatEnum": "apps.exports.choices.FileFormat",
        "AuditSourceEnum": "apps.core.models.audit.AuditEntry.Source",
        "CallStateEnum": "apps.calls.choices.CallState",
        "ApprovalKindEnum": "apps.core.approvals.ApprovalKind",
        "ApprovalStateEnum": "apps.backoffice.models.ApprovalState",
        "CaseKindEnum": "apps.backoffice.models.CaseKind",
        "CaseStateEnum": "apps.backoffice.models.CaseState",
        "CaseOutcomeEnum": "apps.backoffice.models.Outcome",
        "CaseAudienceEnum": "apps.backoffice.models.Audience",
        "FlagEnum": "apps.backoffice.models.Flag",
        "ExportStateEnum": "apps.exports.choices.ExportState",
        "PaymentStateEnum": "apps.payments.choices.State",
        "RefundStateEnum": "apps.payments.choices.RefundState",
        "WithdrawalStateEnum": "apps.wallet.choices.WithdrawalState",
        "TestButtonEnum": "apps.payments.services.test_gateway.BUTTONS",
        "CreditedToEnum": "apps.payments.choices.CreditedTo",
        "PaymentPurposeEnum": "apps.payments.choices.Purpose",
        "AnnouncementPeopleEnum": "apps.notifications.choices.AnnouncementPeople",
        "AnnouncementStateEnum": "apps.notifications.choices.AnnouncementState",
        "PromoStateEnum": "apps.fares.choices.PromoState",
        "TariffStateEnum": "apps.fares.choices.TariffState",
        "TripSourceEnum": "apps.fares.choices.TripSource",
        "DeviceKindEnum": "apps.notifications.choices.DeviceKind",
        "RiderOrDriverEnum": "apps.chat.choices.Source",
        "FlatOrPercentageEnum": "apps.fares.choices.FeeType",
        "TermsDocumentEnum": "apps.accounts.models.TermsDocument",
        "ConsentSourceEnum": "apps.accounts.models.ConsentSource",
        "DriverDocumentKindEnum": "apps.accounts.models.document.DriverDocument.Kind",
        "DriverDocumentStateEnum": "apps.accounts.models.document.DriverDocument.State",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "apps.core.api_schema.plain_endpoints.add_plain_endpoints",
    ],
}

# Each service serves its metrics at its own port: apps.core.monitoring.metrics_server.
PORT = env.port
RELAY_SHARDS = env.relay_shards
METRICS_PORT = env.metrics_port
METRICS_HOST = env.metrics_host
METRICS_INSTANCE = env.metrics_instance
SENTRY_DSN = env.sentry_dsn
OTEL_ENDPOINT = env.otel_exporter_otlp_endpoint
OTEL_SHARE = env.otel_traces_sampler_arg
# Heartbeats of the processes without HTTP.
HEALTH_DIR = env.state_dir / "health"

# -- jobs --------------------------------------------------------------------------------------
CELERY_BROKER_URL, _broker_options = broker_settings(BROKER_URL)
CELERY_TASK_IGNORE_RESULT = True
# Acknowledged on receipt, because the outbox row alone records whether a job is done.
CELERY_TASK_ACKS_LATE = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 4
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# Only relevant for late acknowledgement; unset, every outage logs a warning.
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 60,
    "socket_timeout": 5,
    "socket_connect_timeout": 2,
    **_broker_options,
}
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULER = "config.celery:BeatScheduler"
CELERY_BEAT_SCHEDULE_FILENAME = str(env.state_dir / "beat-schedule")
CELERY_BEAT_SCHEDULE = {
    "expire-offers": {"task": "apps.bookings.tasks.expire_offers", "schedule": 2.0},
    "retire-stale-drivers": {"task": "apps.bookings.tasks.retire_stale_drivers", "schedule": 15.0},
    "cancel-unanswered": {"task": "apps.bookings.tasks.cancel_unanswered", "schedule": 60.0},
    "expire-unpaid": {"task": "apps.bookings.tasks.expire_unpaid", "schedule": 15.0},
    "start-early": {"task": "apps.bookings.tasks.start_early", "schedule": 30.0},
    "remind-of-trips": {"task": "apps.bookings.tasks.remind_of_trips", "schedule": 30.0},
    "hand-over-vehicles": {"task": "apps.fleet.tasks.hand_over_vehicles", "schedule": 30.0},
    "close-abandoned-shifts": {"task": "apps.fleet.tasks.close_abandoned_shifts", "schedule": 300.0},
    "watch-ranks": {"task": "apps.fleet.tasks.watch_ranks", "schedule": 10.0},
    "recalculate-fitness": {"task": "apps.fleet.tasks.recalculate_fitness", "schedule": 86400.0},
    "remind-of-documents": {"task": "apps.backoffice.tasks.remind_of_documents", "schedule": 3600.0},
    "expire-approvals": {"task": "apps.backoffice.tasks.expire_approvals", "schedule": 86400.0},
    "decide-referral-bonuses": {"task": "apps.bookings.tasks.decide_referral_bonuses", "schedule": 60.0},
    "update-surge": {"task": "apps.bookings.tasks.update_surge", "schedule": 60.0},
    "update-past-demand": {"task": "apps.bookings.tasks.update_past_demand", "schedule": 3600.0},
    "record-presence": {"task": "apps.recording.tasks.record_presence", "schedule": 30.0},
    "sample-positions": {"task": "apps.recording.tasks.sample_positions", "schedule": 30.0},
    "link-quotes": {"task": "apps.recording.tasks.link_quotes", "schedule": 60.0},
    "close-paid": {"task": "apps.bookings.tasks.close_paid", "schedule": 600.0},
    "close-days": {"task": "apps.bookings.tasks.close_days", "schedule": 1800.0},
    "check-payments": {"task": "apps.payments.tasks.check_payments", "schedule": 15.0},
    "retire-signed-out-devices": {
        "task": "apps.notifications.tasks.retire_signed_out_devices",
        "schedule": 3600.0,
    },
    "delete-short-lived": {"task": "apps.core.tasks.delete_short_lived", "schedule": 3600.0},
    # It reads the whole ledger.
    "check-ledger": {"task": "apps.wallet.tasks.check_ledger", "schedule": 86400.0},
}

# -- languages, time, files ----------------------------------------------------------------------
LANGUAGE_CODE = "en"
# The languages of the app (i18n/languages.ts), which calls zh-hans zh: see apps.core.languages.
LANGUAGES = [
    ("en", "English"),
    ("es", "Español"),
    ("fr", "Français"),
    ("de", "Deutsch"),
    ("pt", "Português (Brasil)"),
    ("ar", "العربية"),
    ("hi", "हिन्दी"),
    ("zh-hans", "简体中文"),
]
LOCALE_PATHS = [BASE_DIR / "locale"]
TRANSLATIONS_DIR = BASE_DIR / "frontend/src/i18n"
"""Translations of the app, for the translation editor; the build contains the same."""
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"
STATIC_URL = "/static/"
STATIC_ROOT = env.state_dir / "static"
STATICFILES_DIRS = [path for path in (BASE_DIR / "frontend/dist",) if path.is_dir()]
# Vite puts a content hash into these names, so they can be cached permanently.
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/assets/.+-[\w-]{8}\.\w+$"
MEDIA_ROOT = env.media_root
MEDIA_URL = "/media/"
STORAGES = {
    **media_storages(env, media_url=MEDIA_URL),
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
# Larger bodies are rejected unread; smaller uploads are written to disk.
MAX_JSON_BYTES = 1024 * 1024
MAX_UPLOAD_BYTES = 9 * 1024 * 1024
# For unauthenticated payment webhooks.
MAX_GATEWAY_BYTES = 64 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = MAX_JSON_BYTES
FILE_UPLOAD_MAX_MEMORY_SIZE = MAX_JSON_BYTES

# -- senders -----------------------------------------------------------------------------------
# Messages with codes and links are stored and shown only in demos and development.
OUTBOX_PAGE = env.debug or env.demo
PAYMENTS_TEST_PROVIDER = env.debug or env.demo or env.payments_test_provider
PAYMENTS_SANDBOX_URL = env.payments_sandbox_url.rstrip("/")
DEFAULT_FROM_EMAIL = env.default_from_email
EMAIL_BACKEND = "apps.notifications.adapters.outbox.mail.OutboxBackend"
if not env.email_url.startswith("outbox:"):
    globals().update(dj_email_url.parse(env.email_url))
EMAIL_TIMEOUT = 10
SMS_SENDER = env.sms
TWILIO_ACCOUNT_SID = env.twilio_account_sid
TWILIO_API_KEY = env.twilio_api_key
TWILIO_API_SECRET = env.twilio_api_secret
TWILIO_FROM = env.twilio_from
TWILIO_VERIFY_SERVICE = env.twilio_verify_service
TWILIO_API_URL = env.twilio_api_url
TWILIO_VERIFY_URL = env.twilio_verify_url
CALLS_KEY = env.calls_key
ASTERISK_HOST = env.asterisk_host
ASTERISK_PORT = env.asterisk_port
ASTERISK_USER = env.asterisk_user
ASTERISK_SECRET = env.asterisk_secret
ASTERISK_TLS = env.asterisk_tls
ASTERISK_LINES = env.asterisk_lines
ASTERISK_QUEUES = env.asterisk_queues
WEB_PUSH_SENDER = env.web_push
VAPID_PRIVATE_KEY = env.vapid_private_key
VAPID_SUBJECT = env.vapid_subject
# Push services on this machine exist only in tests.
WEB_PUSH_ALLOW_LOOPBACK = False
FCM_CREDENTIALS = env.fcm_credentials
FCM_URL = env.fcm_url

# -- security ------------------------------------------------------------------------------------
SECURE_REFERRER_POLICY = "strict-origin-when-cross-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
SESSION_COOKIE_HTTPONLY = True
X_FRAME_OPTIONS = "DENY"
_transport = transport_settings(env)
SESSION_COOKIE_SECURE = _transport["SESSION_COOKIE_SECURE"]
CSRF_COOKIE_SECURE = _transport["CSRF_COOKIE_SECURE"]
LANGUAGE_COOKIE_SECURE = _transport["LANGUAGE_COOKIE_SECURE"]
REFRESH_COOKIE_SECURE = _transport["REFRESH_COOKIE_SECURE"]
REFRESH_COOKIE = _transport["REFRESH_COOKIE"]
DEVICE_COOKIE = _transport["DEVICE_COOKIE"]
DJANGO_ADMIN_COOKIE = _transport["DJANGO_ADMIN_COOKIE"]
CSRF_COOKIE_NAME = _transport["CSRF_COOKIE_NAME"]
SECURE_SSL_REDIRECT = _transport["SECURE_SSL_REDIRECT"]
SECURE_SSL_HOST = _transport["SECURE_SSL_HOST"]
SECURE_REDIRECT_EXEMPT = _transport["SECURE_REDIRECT_EXEMPT"]
SECURE_HSTS_SECONDS = _transport["SECURE_HSTS_SECONDS"]
SECURE_PROXY_SSL_HEADER = _transport["SECURE_PROXY_SSL_HEADER"]
CONTENT_SECURITY_POLICY = {"DIRECTIVES": content_security_policy(env)}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": f"apps.core.monitoring.log_format.{env.log_format}_formatter"}},
    "filters": {"outages": {"()": "apps.core.monitoring.logs.OutageFilter"}},
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["outages"]},
    },
    "root": {"handlers": ["console"], "level": env.log_level},
    "loggers": {
        # Django's own handler would log tracebacks that the filter suppresses.
        "uvicorn": {"handlers": ["console"], "propagate": False},
        # This configuration resets the loggers below, which would undo --no-access-log: hansom.access logs
        # requests, without ids and texts of their URLs.
        "uvicorn.access": {"handlers": [], "propagate": False},
        "django.channels.server": {"level": "WARNING"},
        "httpx": {"level": "WARNING"},
        # fontTools logs every glyph of a receipt.
        "fontTools": {"level": "WARNING"},
        # Refusals are normal: 49 of 50 drivers who accept at the same time get one.
        "django.request": {"level": "ERROR"},
        # A terminal shows what is wrong, not every request.
        "hansom.access": {"level": "INFO" if env.log_format == "json" else "WARNING"},
    },
}
