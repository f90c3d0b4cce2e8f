"""The web side: routes, streams of states, and the application that holds them."""
