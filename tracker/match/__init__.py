"""The book of a match: entries, fold, replay, the referee's desk."""
