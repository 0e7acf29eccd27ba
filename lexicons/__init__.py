"""Words: is it valid, and why."""
