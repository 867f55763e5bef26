"""`make run`: from a fresh clone to a running platform, and back to nothing on Ctrl-C."""

from scripts import bootstrap

if __name__ == "__main__":
    bootstrap.enter_environment("scripts.run", "requirements-servers.txt", node=True)

    from scripts.launch import main

    raise SystemExit(main())
