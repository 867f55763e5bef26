"""`make run`: starts the platform from a fresh clone, and stops everything on Ctrl-C."""

from scripts import bootstrap

if __name__ == "__main__":
    bootstrap.enter_environment("scripts.run", "requirements-servers.txt", node=True)

    from scripts.launch import main

    raise SystemExit(main())
