"""What the pages and other programs are given, as values."""
