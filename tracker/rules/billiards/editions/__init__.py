"""The editions of the billiards book."""
