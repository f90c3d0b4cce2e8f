"""A camera that must not die: the process that reads it, and its parent, who replaces it when it hangs."""
