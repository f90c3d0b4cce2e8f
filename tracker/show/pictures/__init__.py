"""What is drawn over and beside a picture of the camera."""
