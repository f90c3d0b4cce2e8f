"""The hub's pages: its routes, who may ask for what there, and the application that holds them."""
