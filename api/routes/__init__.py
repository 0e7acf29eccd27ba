"""The routes of the HTTP service, one module per resource."""
