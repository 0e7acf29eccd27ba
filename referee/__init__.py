"""The hall that joins scanner, lexicons and scoring: verdicts, tournaments, settings, the command line."""
