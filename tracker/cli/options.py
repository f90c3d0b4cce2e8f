"""What a person may type: the commands and their options."""

import argparse
import sys
from typing import Any, NoReturn, TypeAlias, get_args

from tracker import __version__
from tracker.domain.errors import BadInput
from tracker.domain.roles import GIVEN
from tracker.domain.table.kit import End

Commands: TypeAlias = "argparse._SubParsersAction[CommandParser]"

EPILOG = "Exit status: 0 done; 1 done, but something was not found (no table, say), or a camera was lost; 2 bad input."


class CommandParser(argparse.ArgumentParser):
    """Says in one line, as all else of the program does, why what was typed cannot be taken."""

    def error(self, message: str) -> NoReturn:
        """Refuse what was typed.

        Raises:
            BadInput: always.
        """
        raise BadInput(f"{message}; see `{self.prog} --help`")


def parser() -> argparse.ArgumentParser:
    """Return the parser of all commands; it raises BadInput where what was typed cannot be taken."""
    top = CommandParser(prog="cuewatch", description="A second pair of eyes for the referee.", epilog=EPILOG)
    top.add_argument("--version", action="version", version=f"cuewatch {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")  # a module of `cli.commands` each
    _demo(commands)
    _track(commands)
    _calibrate(commands)
    _look(commands)
    _camera_advice(commands)
    _rules(commands)
    _replay(commands)
    _matches(commands)
    _evaluate(commands)
    _serve(commands)
    _club(commands)
    _hub(commands)
    _backup(commands)
    _restore(commands)
    _upgrade(commands)
    _users(commands)
    _tokens(commands)
    return top


def _command(commands: Commands, name: str, says: str) -> argparse.ArgumentParser:
    return commands.add_parser(name, help=says, description=says[0].upper() + says[1:] + ".", epilog=EPILOG)


def _demo(commands: Commands) -> None:
    demo = _command(commands, "demo", "the main job on a sample clip: calibrate, track, call, score")
    demo.add_argument(
        "--game", default="snooker", choices=("snooker", "billiards", "novuss"), help="of which game (default: snooker)"
    )
    demo.add_argument("--out", metavar="DIR", help="where to put the run folder (default: runs/<clip>)")
    _engine(demo)


def _track(commands: Commands) -> None:
    track = _command(commands, "track", "follow a recording, folder, stream or camera; tell strokes, calls and score")
    track.add_argument("source", metavar="SOURCE", help="video file, folder of pictures, rtsp://… or camera:N")
    _password(track)
    _given(track)
    _table(track)
    _end(track)
    track.add_argument("--rules", default="snooker-2024", metavar="NAME", help="rulebook (see `cuewatch rules list`)")
    track.add_argument(
        "--score", nargs=2, type=int, metavar=("A", "B"), help="points of both sides when the clip starts"
    )
    track.add_argument(
        "--players", nargs="+", metavar="NAME",
        help="names of both sides, the one at the table first (default: A B); where two a side play, all four in turn",
    )  # fmt: skip
    track.add_argument(
        "--target", type=int, metavar="POINTS", help="points that win the game, where it is played to some (billiards)"
    )
    track.add_argument("--on", metavar="BALL", help="ball on when the clip starts: red, colour, or a colour's name")
    track.add_argument("--out", metavar="DIR", help="where to put the run folder (default: runs/<source>)")
    track.add_argument("--video", action="store_true", help="also draw overlay.mp4")
    track.add_argument("--start", type=float, default=0.0, metavar="S", help="begin at this second")
    track.add_argument("--end", type=float, default=float("inf"), metavar="S", help="end at this second")
    _engine(track)


def _calibrate(commands: Commands) -> None:
    calibrate = _command(commands, "calibrate", "find the table and write the calibration")
    calibrate.add_argument("source", metavar="SOURCE", help="as in track; a still picture will do")
    _password(calibrate)
    _table(calibrate)
    calibrate.set_defaults(calibration=None)
    calibrate.add_argument("--out", metavar="FILE", help="calibration file (default: <source>.calibration.json)")
    calibrate.add_argument(
        "--points", metavar='"x,y x,y x,y x,y"', help="the corners of the playing area in px, in order round"
    )
    _end(calibrate)


def _look(commands: Commands) -> None:
    look = _command(commands, "look", "the balls in one picture")
    look.add_argument("image", metavar="IMAGE")
    _given(look)
    _table(look)
    _end(look)
    look.add_argument("--json", action="store_true", help="for machines")
    look.add_argument("--picture", metavar="FILE", help="also write the picture with the balls drawn in")
    _engine(look)


def _camera_advice(commands: Commands) -> None:
    advice = _command(
        commands, "camera-advice", "before a camera is bought: what it would see of a table, and what that decides"
    )
    advice.epilog = (
        "X Y Z are millimetres in the table's own axes: X to the right and Y to the Top end, from the corner where the"
        f" Bottom and the left cushion meet, as seen from the Baulk end; Z above the cloth. {EPILOG}"
    )
    advice.add_argument(
        "--at", nargs=3, type=float, required=True, metavar=("X", "Y", "Z"), help="where the camera stands (mm)"
    )
    advice.add_argument(
        "--lens", type=float, required=True, metavar="DEG", help="its lens: angle of view across the picture's width"
    )
    advice.add_argument("--size", default="1920x1080", metavar="WxH", help="its pictures (default: 1920x1080)")
    advice.add_argument(
        "--table", metavar="NAME", help="which table (default: snooker-12ft); 1820x910 for one in no list"
    )
    advice.add_argument(
        "--towards", nargs=2, type=float, metavar=("X", "Y"), help="what it looks at (mm; default: the table's middle)"
    )
    advice.add_argument(
        "--out", metavar="DIR", help="also write advice.png, as the camera would see it, and advice.json"
    )
    advice.add_argument("--lang", choices=("en", "it", "sv", "zh"), default="en", help="language (default: en)")


def _rules(commands: Commands) -> None:
    rules = _command(commands, "rules", "the rulebooks and their cases")
    actions = rules.add_subparsers(dest="action", required=True, metavar="ACTION")
    actions.add_parser("list", help="all rulebooks")
    show = actions.add_parser("show", help="what a rulebook says, or what every rulebook says in one place")
    show.add_argument("id", metavar="ID", help="a rulebook, or the id of a sentence: SNK-3.14.d")
    diff = actions.add_parser("diff", help="in what two rulebooks of one game differ")
    diff.add_argument("first", metavar="A")
    diff.add_argument("second", metavar="B")
    check = actions.add_parser("check", help="run rule cases; 0 only when all pass")
    check.add_argument("files", nargs="+", metavar="FILE")


def _replay(commands: Commands) -> None:
    replay = _command(commands, "replay", "the score from a match book, without any video")
    replay.add_argument("book", metavar="BOOK.jsonl")
    replay.add_argument("--rules", metavar="NAME", help="rulebook to use in place of the one that the book names")
    replay.add_argument("--json", action="store_true", help="for machines")


def _matches(commands: Commands) -> None:
    matches = _command(commands, "matches", "the matches in a database: list them, take one out, bring one in")
    actions = matches.add_subparsers(dest="action", required=True, metavar="ACTION")
    listed = actions.add_parser("list", help="the matches, the newest first")
    listed.add_argument("--last", type=int, default=20, metavar="N", help="no more than so many (default: 20)")
    export = actions.add_parser("export", help="write a match to files: its books, a table of calls, its match sheet")
    export.add_argument("match", type=int, metavar="MATCH", help="its number, as `list` gives it")
    export.add_argument(
        "--as", dest="forms", nargs="+", choices=("book", "csv", "json", "html", "pdf"), metavar="FORM",
        help="book (JSON lines, a file for each frame), csv, json, html, pdf (default: all)",
    )  # fmt: skip
    export.add_argument("--out", metavar="DIR", help="where to put the files (default: match-<number>)")
    brought = actions.add_parser("import", help="keep books as a match: a file for each frame, in order")
    brought.add_argument("books", nargs="+", metavar="BOOK.jsonl")
    brought.add_argument("--title", default="", metavar="WORDS", help="the event, or the round of it")
    hard = actions.add_parser(
        "hard-strokes",
        help="write the strokes that a person called otherwise than the program, with the clips kept of them",
    )
    hard.add_argument("--out", default="hard-strokes", metavar="DIR", help="where to put them (default: hard-strokes)")
    hard.add_argument(
        "--recordings", metavar="DIR", help="where the tables are recorded (default: beside the database)"
    )
    for action in (listed, export, brought, hard):
        action.add_argument("--db", required=True, metavar="FILE", help="the database")


def _evaluate(commands: Commands) -> None:
    evaluate = _command(commands, "evaluate", "a run folder against a truth file")
    evaluate.add_argument("run", metavar="RUN")
    evaluate.add_argument("truth", metavar="TRUTH")
    evaluate.add_argument("--json", action="store_true", help="for machines")


def _serve(commands: Commands) -> None:
    serve = _command(commands, "serve", "the score of a table on every screen of the club, while the match is on")
    serve.add_argument(
        "--config", metavar="FILE", help="a club's file: all its tables, cameras, network (see `cuewatch club init`)"
    )
    serve.add_argument(
        "--demo", action="store_true",
        help="a table that plays by itself, to try desk, review, overlay and board without a camera; nothing is kept",
    )  # fmt: skip
    serve.add_argument("--rules", default="snooker-2024", metavar="NAME", help="rulebook that a new match is offered")
    serve.add_argument(
        "--club-table", dest="table", action="append", metavar="NAME",
        help="the club's name for a table; again for each (default: 1)",
    )  # fmt: skip
    serve.add_argument("--table", action=_AppendedAsBefore, help=argparse.SUPPRESS)
    serve.add_argument("--db", default="cuewatch.db", metavar="FILE", help="where the books lie (default: cuewatch.db)")
    serve.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help="where to listen (default: here alone)")
    serve.add_argument(
        "--name", action="append", metavar="NAME", help="a name that it is reached by: club.local; again for each"
    )
    serve.add_argument("--port", type=int, default=8080, metavar="N", help="(default: 8080)")
    serve.add_argument("--source", metavar="SOURCE", help="what watches the table: rtsp://…, camera:N or a video file")
    _password(serve)
    serve.add_argument("--realtime", action="store_true", help="play a video file as fast as it was taken")
    serve.add_argument("--kit", metavar="NAME", help="what table it is (default: the calibration's, or snooker-12ft)")
    serve.add_argument("--calibration", metavar="FILE", help="use this calibration; do not search for the table")
    serve.add_argument("--points", metavar='"x,y x,y x,y x,y"', help="the corners of the playing area in px")
    _end(serve)
    serve.add_argument(
        "--score", nargs=2, type=int, metavar=("A", "B"),
        help="a frame is on: pick it up with these points, and as many balls as the camera sees",
    )  # fmt: skip
    serve.add_argument("--on", metavar="BALL", help="with it: the ball on, red, colour or a colour's name")
    serve.add_argument(
        "--players", nargs="+", metavar="NAME",
        help="with it: names of both sides, the one at the table first; where two a side play, all four in turn",
    )  # fmt: skip
    recorded = serve.add_mutually_exclusive_group()
    recorded.add_argument(
        "--record", metavar="DIR", help="where the camera is recorded (default: recordings/TABLE beside the database)"
    )
    recorded.add_argument("--no-record", action="store_true", help="record nothing: no stroke can be looked at again")
    serve.add_argument(
        "--record-gb", type=float, default=50.0, metavar="N", help="the oldest goes beyond so much (default: 50)"
    )
    serve.add_argument(
        "--accept-sure", action="store_true",
        help="nobody sits at the desk: call the likeliest at once, mark what is provisional, amend it in the open"
        " when later strokes turn it, and ask once about what stays even",
    )  # fmt: skip
    _engine(serve)


class _AppendedAsBefore(argparse.Action):
    """Takes an option by the word that it had before, and says which it has now."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        print("cuewatch: serve --table is called --club-table now (a kit is --kit); it is still taken", file=sys.stderr)
        setattr(namespace, self.dest, [*(getattr(namespace, self.dest) or ()), values])


def option_called(name: str) -> str:
    """Return the word of an option of `serve` by its name among those that were parsed."""
    return {"table": "--club-table"}.get(name, f"--{name.replace('_', '-')}")


def _club(commands: Commands) -> None:
    club = _command(commands, "club", "a club's one file: write it, try all its cameras, make it a service")
    actions = club.add_subparsers(dest="action", required=True, metavar="ACTION")
    init = actions.add_parser("init", help="ask for the club, its tables and cameras, and write the file")
    check = actions.add_parser("check", help="say what is wrong in the file, try every camera, and say how each fares")
    check.add_argument("--pictures", metavar="DIR", help="also write each camera's picture with the table drawn in")
    install = actions.add_parser("install", help="make it a service of systemd that starts with the machine")
    _installing(install)
    for action in (init, check, install):
        action.add_argument("--config", metavar="FILE", help="the file (default: club.toml)")


def _hub(commands: Commands) -> None:
    hub = _command(commands, "hub", "a federation's hub: its files, its halls, the scores of all of them")
    actions = hub.add_subparsers(dest="action", required=True, metavar="ACTION")
    init = actions.add_parser("init", help="write the hub's file, and those of its NATS server with a certificate")
    init.add_argument("--name", default="", help="what the federation is called")
    init.add_argument("--host", default="localhost", help="by which name halls reach it (default: localhost)")
    init.add_argument("--without-tls", action="store_true", help="for a trial on one machine")
    added = actions.add_parser("add-hall", help="name a hall, and write what it is to be given into halls/NAME")
    added.add_argument("hall", metavar="NAME", help="small letters, digits and -")
    added.add_argument("--label", help="as people call it (default: its name)")
    added.add_argument("--leaf", action="store_true", help="it runs a leaf node of NATS, which keeps what it sends")
    served = actions.add_parser("serve", help="take in what halls send, and serve the pages")
    install = actions.add_parser("install", help="make it and its NATS server services that start with the machine")
    _installing(install)
    for action in (init, added, served, install):
        action.add_argument("--config", metavar="FILE", help="the file (default: hub.toml)")


def _installing(install: argparse.ArgumentParser) -> None:
    install.add_argument("--to", metavar="DIR", help="only write the units, below another root: for packages")
    install.add_argument("--program", metavar="FILE", help="the installed cuewatch (default: this one)")


def _backup(commands: Commands) -> None:
    backup = _command(commands, "backup", "all that a club keeps in one file, while a server plays and writes")
    backup.add_argument("file", metavar="FILE", help="the file to write, or a folder: it is named by the date then")
    where = backup.add_mutually_exclusive_group()
    where.add_argument("--config", metavar="FILE", help="the club's file (default: club.toml, if there is one)")
    where.add_argument("--db", metavar="FILE", help="a database without a club's file (default: cuewatch.db)")
    backup.add_argument("--with-recordings", action="store_true", help="also what the cameras recorded")
    backup.add_argument("--keep", type=int, metavar="N", help="delete the oldest of more than so many in the folder")


def _restore(commands: Commands) -> None:
    restore = _command(commands, "restore", "put a backup back into a club's folder; what was there is kept beside it")
    restore.add_argument("file", metavar="FILE", help="a backup")
    restore.add_argument("--into", default=".", metavar="DIR", help="the club's folder (default: the present one)")
    restore.add_argument("--over", action="store_true", help="also where a database with matches lies there")


def _upgrade(commands: Commands) -> None:
    upgrade = _command(commands, "upgrade", "a newer version in place of this one, where a club is a service")
    upgrade.add_argument("what", nargs="?", metavar="WHAT", help="a wheel, or a checkout")
    upgrade.add_argument("--constraints", metavar="FILE", help="versions of all else (default: those of a checkout)")
    upgrade.add_argument("--back", action="store_true", help="back to the version before, with all that was called")


def _users(commands: Commands) -> None:
    users = _command(commands, "users", "who may do what at the tables, by password")
    actions = users.add_subparsers(dest="action", required=True, metavar="ACTION")
    added = actions.add_parser("add", help="let somebody sign in; the password is asked for, or read from a pipe")
    added.add_argument("name", metavar="NAME")
    added.add_argument("--role", required=True, choices=[role.word for role in GIVEN])
    listed = actions.add_parser("list", help="everybody who can sign in")
    password = actions.add_parser("password", help="give somebody another password; signs them out")
    password.add_argument("name", metavar="NAME")
    removed = actions.add_parser("remove", help="let somebody sign in no more; signs them out")
    removed.add_argument("name", metavar="NAME")
    for action in (added, listed, password, removed):
        _db(action)


def _tokens(commands: Commands) -> None:
    tokens = _command(commands, "tokens", "what lets an overlay on another machine read a table, and no more")
    actions = tokens.add_subparsers(dest="action", required=True, metavar="ACTION")
    added = actions.add_parser("add", help="make a token; it is shown once")
    added.add_argument("label", metavar="LABEL", help="what to call it by: obs")
    added.add_argument("--table", default="1", metavar="NAME", help="the table that it reads (default: 1)")
    listed = actions.add_parser("list", help="all tokens, without themselves")
    revoked = actions.add_parser("revoke", help="let nobody read by it any more")
    revoked.add_argument("label", metavar="LABEL")
    for action in (added, listed, revoked):
        _db(action)


def _db(command: argparse.ArgumentParser) -> None:
    command.add_argument("--db", default="cuewatch.db", metavar="FILE", help="the database (default: cuewatch.db)")


def _password(command: argparse.ArgumentParser) -> None:
    """Let a camera's password stand elsewhere than in its address, which everybody on the machine can read."""
    command.add_argument(
        "--password-env", metavar="NAME",
        help="variable of the environment with the camera's password; leave it out of the address: rtsp://user@camera/…",
    )  # fmt: skip
    command.add_argument("--password-file", metavar="FILE", help="file with the camera's password in its first line")


def _given(command: argparse.ArgumentParser) -> None:
    command.add_argument("--calibration", metavar="FILE", help="use this calibration; do not search for the table")
    command.set_defaults(baulk=None)


def _table(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--table", metavar="NAME",
        help="a file of calibration/tables, or length x width of the playing area in mm, as in 1820x910, or"
        " 1820x910x48 with the diameter of a ball (default: the likeliest table for snooker)",
    )  # fmt: skip


def _end(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--baulk", choices=get_args(End),
        help="which end of the picture is Baulk; of a board, at which side of it player A sits",
    )  # fmt: skip


def _engine(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--runtime", choices=("openvino", "onnxruntime"), help="what runs the network (default: onnxruntime)"
    )
