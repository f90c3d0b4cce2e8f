"""A newer version of the program put in place of this one, with the way back."""
