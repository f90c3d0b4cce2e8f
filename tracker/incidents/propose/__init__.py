"""What may have happened: touches, cushions, falls, jumps, each by what one or two balls show; nothing is decided."""
