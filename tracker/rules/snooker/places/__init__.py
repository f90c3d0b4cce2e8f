"""Where balls lie and what can be hit from there: plane geometry as the book of snooker asks for it."""
