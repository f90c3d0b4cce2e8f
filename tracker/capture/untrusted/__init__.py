"""A recording that a stranger sent: checked and written anew by a process that can open nothing."""
