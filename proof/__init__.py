"""What leaves the program and can be checked: keys, signed reports, and what a report is worth without them."""
