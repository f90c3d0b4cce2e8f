"""The club's database: who played whom at which table, and every line of every book, in one SQLite file."""
