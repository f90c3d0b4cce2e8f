"""Tell from the ways of the balls what happened: strokes, touches, bounces, pots and places of rest.

`segment` cuts the ways and finds where strokes begin, `propose` says what may have happened there, `explain` weighs
that against what was seen, `search` puts the likeliest together. Each imports only those before it.
"""
