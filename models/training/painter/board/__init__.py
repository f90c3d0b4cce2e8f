"""Wooden boards with flat discs, as novuss is played on: furniture, discs, looks, layouts, players, scenes."""
