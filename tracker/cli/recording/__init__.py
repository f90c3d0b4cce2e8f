"""A recording, or a camera until it is stopped: watched to its end, judged, and written as a run folder."""
