"""From tracks to what happened: strokes, touches, cushions, pots, rest."""
