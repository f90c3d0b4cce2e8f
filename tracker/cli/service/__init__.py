"""What makes a club or a hub a service of systemd: units, a user, a folder with all that its file names."""
