"""From an OpenStreetMap extract to a road graph, a basemap and a place index."""
