"""Tell from the ways of the balls what happened: strokes, touches, bounces, pots and places of rest."""
