"""How written cases of billiards are read and played."""
