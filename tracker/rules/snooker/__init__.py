"""Snooker: position, clauses, judge, calls, editions."""
