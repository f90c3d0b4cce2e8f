"""A table watched live: its one writer, the process that sees, the one that tells strokes, and who replaces them."""
