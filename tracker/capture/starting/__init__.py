"""Processes of this program: forked from one that has imported what they need, or started on their own."""
