"""One driver for all that is seen, whether it was recorded, is live, or was uploaded: sightings in, strokes out."""
