"""Where a frame of snooker stands, on which terms it is played, and what may be called and told in it."""
