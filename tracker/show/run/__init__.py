"""What a person is told of a run, as values and as words."""
