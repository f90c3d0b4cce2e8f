"""From a stroke, or what officials report and find, to advice."""
