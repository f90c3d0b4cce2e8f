"""The live table: one writer a table, and what it shows."""
