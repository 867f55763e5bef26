from django.contrib.auth.hashers import Argon2PasswordHasher


class OwaspArgon2Hasher(Argon2PasswordHasher):
    """Argon2id with the OWASP password storage cheat sheet's parameters (19 MiB, 2 passes, 1 lane).

    Django's own take 100 MiB and eight threads a password: a few sign-ins at once would fill a small
    server, which is an attack of its own.
    """

    time_cost = 2
    memory_cost = 19_456
    parallelism = 1
