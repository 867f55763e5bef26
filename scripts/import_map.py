"""`make import-map EXTRACT=city.osm.pbf NAME="My City"`: the city of the next `make run`."""

from scripts import bootstrap

if __name__ == "__main__":
    bootstrap.enter_environment("scripts.import_map", "requirements.txt", node=False)

    from scripts.launch import import_own_city

    raise SystemExit(import_own_city())
