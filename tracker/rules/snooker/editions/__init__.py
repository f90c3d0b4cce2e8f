"""The editions of the snooker book, each a frozen value and a short list of differences from its neighbour."""
