"""What else than balls a picture shows: bare cloth, who stands by the cue-ball, the mouths of the pockets."""
