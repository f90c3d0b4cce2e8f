"""What a person may name as the source of pictures, each read in its own way: a video file, a folder, a camera."""
