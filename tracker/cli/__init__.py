"""The command line: the commands, and the wiring of all other rooms that each of them needs."""
