"""Which balls met: by their ways and knocks, by the pushes in a pack, by a hair, or as one came to rest."""
