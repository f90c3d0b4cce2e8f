"""What was seen, weighed against what each explanation foretells, by the parameters of `noise`."""
