"""From what is seen of a table to the camera that sees it so, which end is Baulk, and how well all of it fits."""
