"""One model of moving balls: how they slide, roll, meet, come off cushions and fly; and the numbers it goes by."""
