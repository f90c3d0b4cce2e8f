"""Where in a picture the network looks, and what it points at there."""
