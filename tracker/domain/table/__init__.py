"""What stands in the room and lies on the table: balls, the kit, places."""
