"""Doubtful letters weighed by what else is known, and how sure the total is then."""
