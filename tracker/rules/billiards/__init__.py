"""English billiards: three balls, cannons and hazards, by the WPBSA's book of September 2024."""
