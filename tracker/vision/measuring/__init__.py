"""Where in a picture a ball is exactly: its disc, its rim, and whether it looks as it did when it was measured."""
