"""Camera model and the way between pixels and millimetres."""
