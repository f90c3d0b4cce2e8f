"""The referee's desk: what was seen and called comes in, what may be called and put right is shown."""
