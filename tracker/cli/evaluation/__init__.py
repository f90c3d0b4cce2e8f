"""How well a run tells what is true, in numbers."""
