"""The hub's own file, its passwords and the files of its NATS server: written, read, and brought to halls."""
