"""The process that looks at a table: it keeps the table in view, follows the balls, and has strokes told."""
