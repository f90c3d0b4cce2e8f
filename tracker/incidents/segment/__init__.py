"""The way of each ball cut where something happened to it, and the recording where strokes begin and end."""
