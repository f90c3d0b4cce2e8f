"""From pictures to a calibration: find the table, refine the camera."""
