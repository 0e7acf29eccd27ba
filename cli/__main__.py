"""`python -m cli` is the same as `qwords`."""

from cli import main

if __name__ == "__main__":
    main(prog_name="qwords")
