"""The network that tells where a table's cushions run: pictures to learn it from, what it is made of, its training."""
