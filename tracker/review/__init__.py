"""Looking again at a stroke: its evidence, its pictures, the verdict and the clips."""
