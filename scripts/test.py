"""`make test`: runs backend, frontend and browser tests; extra arguments go to pytest."""

from scripts import bootstrap

if __name__ == "__main__":
    bootstrap.enter_environment("scripts.test", "requirements-dev.txt", node=True)

    from scripts.suites import main

    raise SystemExit(main())
