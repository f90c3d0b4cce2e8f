"""Trained networks: which came with the program, their weights, and the library that runs them."""
