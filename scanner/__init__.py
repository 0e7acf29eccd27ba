"""Pixels to letters: find a sheet in a photo, lay it flat, cut it up and read it."""
