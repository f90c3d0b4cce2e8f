"""How written cases of snooker are read and played."""
