"""How written cases of novuss are read and played."""
