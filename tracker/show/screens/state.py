"""What the screens of a table may know, as values: one kind for everybody in the hall, another for the desk alone.

`PublicState` is what an overlay or a scoreboard shows. `RefereeState` holds one and adds what waits, with reasons and
notes that players are not to be told; it is another type, so that no screen of the hall can be given it by mistake.
"""

import json
from dataclasses import dataclass, fields
from typing import Any, Final

SCHEMA: Final = 1

NO_CAMERA: Final = "none"
STARTING: Final = "starting"
LIVE: Final = "live"
STALLED: Final = "stalled"
LOST: Final = "lost"
Pixel = tuple[float, float]
"""A point of the camera's picture."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchLine:
    """Who plays, for how much, and how it stands in frames (sets, games)."""

    names: tuple[str, str]
    won: tuple[int, int]
    best_of: int | None
    """None: no number of frames was agreed."""
    game: str
    """`snooker`, `billiards` or `novuss`."""
    rulebook: str
    over: bool = False
    winner: int | None = None
    abandoned: bool = False
    """It ended before it was decided."""
    players: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """Players of each side in playing order; empty: one a side, called as the side is."""
    short_names: tuple[str, str] = ("", "")
    """What the club calls the sides where space is short; empty: by their names."""
    countries: tuple[str, str] = ("", "")
    """Whose flags stand beside the names: `SE`, `GB-ENG`; empty: none does."""
    badges: tuple[str, str] = ("", "")
    """Pictures that stand there in place of the flags, as `data:` addresses; empty: none does."""
    target: int | None = None
    """Points that win a game; None: no number was agreed."""
    handicap: tuple[int, int] = (0, 0)
    """Points that each side has as every frame begins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HighBreak:
    """The highest break so far."""

    side: int
    player: str
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Strip:
    """What has just been said aloud and is worth a line of its own: a foul and its value, a free ball."""

    kind: str
    """The referee's words in small letters with dashes: `foul`, `foul-and-a-miss`, `free-ball`, `touching-ball`."""
    value: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CountLine:
    """Something that a game counts beside the score, as in `domain.book.scoreline`."""

    kind: str
    """`owed`, `hazards`, `cannons`, `crossing` or `red-to-centre`."""
    number: int
    most: int | None = None
    side: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameLine:
    """How the present frame (set, game) stands."""

    number: int
    part: str
    """What is played: `frame`, `set` or `game`."""
    unit: str
    """What is counted: `points` or `pucks`."""
    points: tuple[int, int]
    striker: int
    """Side at the table, 0 or 1."""
    player: str
    """Who is at the table, by name."""
    on: str
    """Ball on; empty in a game that has none, `none` when it is over, `unknown` where nobody has said."""
    visit: int
    """The striker's break so far."""
    made: tuple[str, ...]
    """What the break was made with, in order: balls; `cannon` and `in-off` in billiards; `puck` in novuss."""
    remaining: int | None
    snookers: int
    """Fouls at the least price that the side behind needs; 0: none."""
    behind: int | None
    """The side that needs them, or None."""
    strips: tuple[Strip, ...] = ()
    due_ms: int | None = None
    """Server's clock (Unix, ms) when the stroke to come was due; None: not known, or over."""
    high: HighBreak | None = None
    """Highest break of the frame."""
    over: bool = False
    winner: int | None = None
    because: str = ""
    """Why it ended."""
    provisional: int = 0
    """Strokes whose outcome is called and not settled: what follows may amend it; 0: the score is settled."""
    nominated: str = ""
    """The colour or the free ball that the striker has named for the stroke to come."""
    respotted: bool = False
    """The black, put up again, decides the frame."""
    ball: str = ""
    """`frame`, `match`: the ball on, once potted, puts the other side out of reach in the frame, and so wins that much;
    of the colours, the black."""
    counts: tuple[CountLine, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicState:
    """All that an overlay or a scoreboard shows of one table."""

    table: str
    epoch: int
    """Rises with each frame and each correction of how one began; 0: no match yet."""
    sequence: int
    """Entries in the book of the present frame."""
    match: MatchLine | None = None
    frame: FrameLine | None = None
    high: HighBreak | None = None
    """Highest break of the match."""
    camera: str = NO_CAMERA
    """`none`, `starting`, `live`, `stalled`, `lost` or `ended`; `sought`, `moved`: it is live and sees no table, or not
    where it was. The score goes on by hand either way."""
    interval_ms: int | None = None
    """Server's clock (Unix, ms) when the interval is over; None: there is none."""
    theme: str = ""
    """What tells how the graphics look now (`/api/tables/TABLE/theme`) from how they looked before; empty: as usual."""
    as_of_ms: int | None = None
    """Server's clock (Unix, ms) when the hall was heard from last, at a hub: this was so then; None: it is so now."""
    schema: int = SCHEMA


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """One thing that the judge suggests to say."""

    say: str
    value: int | None
    cite: str
    why: str
    sure: float
    ask: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Other:
    """Something else that a stroke may have been, and what would be called then."""

    about: str
    """The fact put otherwise, as it is declared with its kind of incident (`domain.strokes.incidents`): `first_hit`,
    `potted` …; `read`: all of it is read otherwise; `said`: what was left open of a foul; `price`: its points."""
    balls: tuple[str, ...]
    holds: bool
    """Whether it is so of the balls."""
    calls: tuple[dict[str, Any], ...]
    why: str = ""
    """What happened then, where `about` does not say it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A suggestion that nobody has answered."""

    number: int
    stroke: int
    """Number of the stroke; 0: not known."""
    advice: tuple[Advice, ...]
    calls: tuple[dict[str, Any], ...]
    """What would be called if it is accepted."""
    doubts: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    ask: bool = False
    """A person must look."""
    others: tuple[Other, ...] = ()
    """What else it may have been, the nearest first; of the one that has waited longest alone, where it asks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One answer to a question."""

    words: str
    """What happened then."""
    points: tuple[int, int]
    """The score now, if it is so."""
    sure: float
    calls: tuple[dict[str, Any], ...]
    """What is called then, in place of what is; empty: the law does not allow it where the book stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A stroke that stays even, whatever followed: it is called as is likelier, and the frame goes on."""

    called: int
    """The entry that an answer amends; 0: there is none."""
    stroke: int
    words: str
    """One sentence, with both scores."""
    options: tuple[Option, ...]
    """The likelier first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BookLine:
    """An entry of the book that a person may read, undo or amend."""

    number: int
    kind: str
    """`called`, `amended`, `struck-out`, `asked`, `noted`, `abandoned` (the match), `recording-ended`, and
    `camera-calls` or `referee-calls` (from then on)."""
    stands: bool
    """False: struck out."""
    words: str
    """What it was, for a person."""
    by: str = ""
    entry: int | None = None
    """The entry that it amends or strikes out."""
    about: int | None = None
    """The entry of the stroke that it answers; None: it is of none."""
    points: tuple[int, int] | None = None
    """The score after it, where it counts."""
    calls: tuple[dict[str, Any], ...] = ()
    why: str = ""
    """What the program learnt since, where it amends itself."""
    provisional: str = ""
    """What it may be otherwise, in one sentence with both scores; empty: it is settled."""
    player: str = ""
    """Who was at the table, where it is about a call that counts."""
    replaced: int | None = None
    """The entry that stands in its place now; None: none does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LyingBall:
    """A ball at rest: its centre on the table (mm)."""

    ball: str
    x_mm: float
    y_mm: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLie:
    """Where the balls lay when they were seen at rest last."""

    stroke: int
    """The stroke after which they lay so; 0: they lie so now."""
    balls: tuple[LyingBall, ...]
    touching: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ghost:
    """A ball's place in the camera's picture."""

    outline: tuple[Pixel, ...]
    """What a ball there looks like from the camera."""
    centre: Pixel
    now: Pixel | None
    """Centre of the ball as it lies; None: not on the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BackLine:
    """A ball that goes back, or would: its place, and what is missing to it (mm)."""

    ball: str
    x_mm: float
    y_mm: float
    is_due: bool
    """False: it stays where the stroke left it."""
    on_spot: bool
    moved_mm: float | None
    """How far the stroke moved it; None: off the table."""
    off_mm: float | None
    """How far it is off now; None: not on the table."""
    across_mm: float | None
    """How far it must go towards the right cushion, as seen from Baulk."""
    along_mm: float | None
    """How far it must go towards the Top."""
    ghost: Ghost | None = None
    """Its place in the picture; None: no camera sees the table where it should be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Back:
    """Putting balls back after a foul."""

    balls: tuple[BackLine, ...]
    """The ones furthest off first."""
    only_cue_ball: bool
    in_hand: bool
    """The cue-ball was played from hand, and is in hand again."""
    chosen: bool
    """False: the next player may still choose otherwise."""
    size_px: tuple[int, int] | None = None
    """Width and height of the picture that the ghosts are told in."""
    is_live: bool = False
    """A camera sees where the balls are now; False: they are told as the stroke left them."""
    is_told: bool = True
    """False: nobody saw how the stroke left them either, so that only their places are told."""
    unseen: str = ""
    """Why it is not known where the balls lay: since the last call no stroke was seen (`no-stroke`) or `several` were,
    the table was `out-of-view`, or something moved up to the stroke (`never-at-rest`); empty: it is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RefereeState:
    """What the referee's desk shows; never to be given to a screen that players see."""

    public: PublicState
    waiting: tuple[Waiting, ...] = ()
    certain: int = 0
    """How many of those that wait, from the first, are certain by now: one step takes them all."""
    asked: tuple[Question, ...] = ()
    """What a person has been asked and has not answered."""
    expected: tuple[int, int] | None = None
    """The score if all that waits were accepted."""
    book: tuple[BookLine, ...] = ()
    offered: tuple[dict[str, Any], ...] = ()
    """What comes up at the table and may be chosen now: choices after a foul, lots, the answer to a concession."""
    undo: int | None = None
    """The entry that *undo* would undo; None: nothing."""
    redo: int | None = None
    last: tuple[dict[str, Any], ...] = ()
    """The calls of the last entry that stands, as they stand now."""
    lie: TableLie | None = None
    """None: no camera has seen a stroke of this frame."""
    starter: int | None = None
    """The side that began the frame."""
    camera_calls: bool = False
    """What the camera tells is called at once; nobody need sit at the desk."""
    back: Back | None = None
    """What goes back, or would if that is chosen; None: nothing, or nobody saw where the balls lay."""
    schema: int = SCHEMA


def as_json(state: PublicState | RefereeState) -> bytes:
    """Return a state as one line of JSON."""
    return json.dumps(state, ensure_ascii=False, separators=(",", ":"), default=_fields).encode()


def _fields(value: Any) -> dict[str, Any]:
    return {item.name: getattr(value, item.name) for item in fields(value)}
