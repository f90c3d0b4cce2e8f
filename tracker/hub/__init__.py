"""Halls and their hub: how books get from there to here through NATS, and what the hub tells of them."""
