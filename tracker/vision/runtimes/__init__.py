"""Neural networks behind one protocol: each library that runs them in a file of its own."""
