"""Recordings stay in the halls; a stroke's pictures are fetched from there when somebody asks for them at the hub."""
