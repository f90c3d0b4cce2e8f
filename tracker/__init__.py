"""Cuewatch: a second pair of eyes for the referee of a snooker table."""

__version__ = "0.1.0"
