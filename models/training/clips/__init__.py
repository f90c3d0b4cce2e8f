"""Our own clips with truth: strokes that are simulated, painted picture by picture, and written beside what is true."""
