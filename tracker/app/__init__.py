"""The wiring: the only room that knows all the others."""
