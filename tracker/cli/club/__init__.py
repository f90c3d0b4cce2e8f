"""A club's one file, `club.toml`: what may stand in it, how it is read, asked for, and tried out."""
