"""What a streamer's graphics are given beside the score."""
