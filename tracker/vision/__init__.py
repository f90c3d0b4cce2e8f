"""From a picture to detections: where balls are, to a fraction of a pixel, and what colour they look."""
