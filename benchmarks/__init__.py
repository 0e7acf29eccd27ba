"""Every figure that the project states, measured."""
