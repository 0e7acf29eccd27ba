"""Printable sheets of our own design."""
