"""What a picture shows of a table: its cloth, the edges of cushions and wood, pockets, marks, how large balls look."""
