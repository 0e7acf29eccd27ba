"""Tournaments: many photos in, results, a review queue and a ranking out. Each step lives in the module of its name."""
