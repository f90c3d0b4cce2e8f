"""What a game of any kind says by its law: sentences, findings, suggestions, calls, what could follow."""
