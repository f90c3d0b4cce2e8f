"""One model of moving pieces: how balls roll and discs slide, meet, come off cushions and fly; and its numbers."""
