"""Routes of cameras: advice before one is bought, and setting up the one that is there."""
