"""Novuss: pucks, a striker and a cue on a square board, by the book posted in 2015."""
