"""The six cushions of a table that is nearly found: how wide they are, where they run by what a network tells."""
