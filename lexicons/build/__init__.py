"""The build: packages and the project's own lists → the compiled lexicons. Never imported at run time."""
