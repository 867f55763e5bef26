"""`make schema`: write the generated files."""

from scripts import bootstrap

if __name__ == "__main__":
    bootstrap.enter_environment("scripts.schema", "requirements-dev.txt", node=True)

    from scripts.api_schema import write

    write()
