"""How snooker is called at a desk: its keys, what may be called, what goes back, what else a stroke may be."""
