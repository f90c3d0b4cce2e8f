"""From a stroke, or what officials report, to advice."""
