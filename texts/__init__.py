"""What people read: one table for each language, for Python and the page alike."""
