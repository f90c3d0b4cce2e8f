"""Files we keep: calibrations, kits, run folders, books."""
