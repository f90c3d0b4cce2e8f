"""`cuewatch hub`: write a hub's files, name halls in them, serve the federation's pages (`cli.hub`)."""

from tracker.cli.hub.command import run

__all__ = ["run"]
