"""The parts of `locate`: hints of cells, groups of neighbours, and nodes measured to a fraction of a pixel."""
