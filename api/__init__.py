"""The HTTP service and the phone page."""
