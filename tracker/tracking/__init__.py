"""From sightings to tracks: one life line for each ball, hidden or seen."""
