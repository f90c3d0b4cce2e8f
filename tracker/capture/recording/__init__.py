"""What a camera sends, recorded in parts of about a second, and read from there again."""
