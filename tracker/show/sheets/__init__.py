"""What is printed or kept: the report, the match sheet."""
