"""The server's side of seeing: starts the process that looks at a table, hears it, and replaces it when it dies."""
