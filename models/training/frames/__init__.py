"""Whole frames, drawn: players who aim and err, a law that leads, a referee's hands, and the film of all of it."""
