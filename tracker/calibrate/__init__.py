"""Find the table in pictures: cloth, cushions, then the camera; and notice when it is no longer there."""
