"""How the database came to be as it is: one step a file, run in order when it is opened."""
