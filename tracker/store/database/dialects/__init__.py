"""What SQLite and PostgreSQL say otherwise: all else of the database is the same for both."""
