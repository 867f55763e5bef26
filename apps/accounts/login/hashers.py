from django.contrib.auth.hashers import Argon2PasswordHasher


class OwaspArgon2Hasher(Argon2PasswordHasher):
    """Argon2id with the parameters of the OWASP password storage cheat sheet (19 MiB, 2 passes, 1 lane).

    Django's defaults use 100 MiB and eight threads per password: a few logins at once would exhaust the
    memory of a small server.
    """

    time_cost = 2
    memory_cost = 19_456
    parallelism = 1
