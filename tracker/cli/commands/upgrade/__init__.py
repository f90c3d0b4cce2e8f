"""`cuewatch upgrade`: a newer version in place of this one, and the way back (`cli.upgrading`)."""

from tracker.cli.upgrading.command import run

__all__ = ["run"]
