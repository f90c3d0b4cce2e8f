"""A frame understood as a whole: positions that may stand, weighed by all that was seen."""
