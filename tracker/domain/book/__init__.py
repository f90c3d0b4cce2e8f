"""What a match is beside its strokes: what was agreed, how the sides behaved, the score, a verdict on looking again."""
