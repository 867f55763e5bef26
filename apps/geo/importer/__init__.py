"""Builds a road graph, a basemap and a place index from an OpenStreetMap extract."""
