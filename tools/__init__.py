"""Tools for those who build the referee; none of them is in the wheel."""
