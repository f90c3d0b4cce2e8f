"""The commands, a module each: its `run` takes what was typed and returns the exit status."""
