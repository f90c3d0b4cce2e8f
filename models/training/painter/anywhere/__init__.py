"""Any table in any place: cloths, rails, lights, rooms and stands as homes and clubs have them; and none at all."""
