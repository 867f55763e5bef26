"""`make check`: lint, types, generated files and docs, two checks at a time."""

from scripts import bootstrap

if __name__ == "__main__":
    bootstrap.enter_environment("scripts.check", "requirements-dev.txt", node=True)

    from scripts.checks import main

    raise SystemExit(main())
