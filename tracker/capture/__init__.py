"""From files, folders and cameras to pictures with their own time stamps."""
