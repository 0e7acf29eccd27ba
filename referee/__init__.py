"""Joins scanner, lexicons and scoring: evidence in, one verdict out."""
