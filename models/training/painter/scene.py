"""What is to be drawn: a table, a camera, the light, the balls and whoever reaches over the table.

All values; nothing here draws. Colours are (blue, green, red), 0 to 255, as the finished picture would show them in
full light.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera

Colour = tuple[float, float, float]
Vector = tuple[float, float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnBall:
    """A ball in the picture: its centre and how fast it moves while the shutter is open."""

    ball: str
    at_mm: Vector
    velocity_mm_s: Vector = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limb:
    """A chain of tapering round pieces: a sleeve, a finger, a cue, a head (one point), a torso."""

    points_mm: tuple[Vector, ...]
    radii_mm: tuple[float, ...]
    colour: Colour
    is_behind: bool = False
    """True: drawn before the table, which hides what lies behind it."""
    stands: bool = False
    """True: reaches below the rails, so that a table between it and the camera hides it."""
    shine: float = 0.25
    end_colour: Colour | None = None
    """Colour at the last point where it runs from one to another (a cue's butt)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lamp:
    """A rectangle of light that hangs over the table, as its reflection on a ball shows it."""

    centre_mm: Vector
    half_size_mm: tuple[float, float]
    power: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Strip:
    """A score strip or another thing that the broadcaster lays over the picture."""

    box_px: tuple[int, int, int, int]
    """x0, y0, x1, y1."""
    colours: tuple[Colour, ...]
    texts: tuple[str, ...]
    opacity: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscLook:
    """How the discs of one kind look: turned of wood, stained or painted."""

    face: Colour
    edge: Colour
    ring: Colour | None = None
    """Colour of a ring that is painted or turned on the face."""
    ring_from: float = 0.55
    ring_to: float = 0.7
    """Where that ring lies, as shares of the radius."""
    grooves: tuple[float, ...] = ()
    """Where grooves are turned, as shares of the radius."""
    bevel: float = 0.08
    """Width of the rounded edge, as a share of the radius."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLook:
    """How a wooden board looks, beside its colours: `cloth` is that of the playing area, `wood` that of the frame."""

    discs: Mapping[str, DiscLook]
    veins: float = 0.12
    """How far the grain of the wood is from even, as a share."""
    veins_along_x: bool = True
    sheen: float = 0.2
    """How much of a lamp's light the varnish mirrors, 0 to 1."""
    cross: float = 1.0
    """How far the centre lines run from the middle, as a share of the way to the edge boards."""
    on_table: bool = False
    """True: the board lies on a larger table; False: it stands on legs of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """A place on the table or the floor that is lighter or darker than what surrounds it: sun, a lamp, worn cloth."""

    at_mm: tuple[float, float]
    reach_mm: tuple[float, float]
    """Half its size, along itself and across."""
    by: float = 0.0
    """How much of the light it adds where it is strongest, as a share; below 0: takes."""
    gleam: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """The light that is mirrored there, whatever the colour beneath it."""
    turn_deg: float = 0.0
    soft: float = 1.0
    """How much of its reach its edge takes: 1 fades from the middle on, near 0 ends at a line."""
    square: bool = False
    """True: a rectangle, as sun through a window; False: an ellipse."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slab:
    """A flat thing in the room, behind the table as the camera sees it: a rug, a window, a side of a cupboard."""

    points_mm: tuple[Vector, ...]
    colour: Colour


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How a table, its room and the camera's electronics look."""

    cloth: Colour
    floor: Colour
    wall: Colour
    wood: Colour
    leather: Colour
    line: Colour
    balls: Mapping[str, Colour]
    lamps: tuple[Lamp, ...]
    ambient: float = 0.35
    falloff: float = 0.25
    """How much darker the cloth's far corners are than its middle, 0 to 1."""
    line_mm: float = 3.0
    spot_mm: float = 7.0
    has_full_plates: bool = False
    """True: whole corners of leather or plastic; False: a band round the pocket."""
    wall_mm: float | None = 2500.0
    """Distance of the wall behind the table's far end; None: floor all over the picture."""
    boards: int = 3
    crowd: float = 0.0
    grain: float = 2.0
    shadow: float = 0.5
    gloss: float = 0.9
    shutter_s: float = 0.008
    blur_px: float = 0.5
    sharpen: float = 0.0
    noise: float = 2.0
    gains: Colour = (1.0, 1.0, 1.0)
    gamma: float = 1.0
    jpeg: int = 90
    """Quality of a JPEG pass, 0: none."""
    strips: tuple[Strip, ...] = ()
    netted: tuple[tuple[str, str], ...] = ()
    """(pocket, ball): balls that lie in a pocket's net, never labelled."""
    sights: bool = False
    """True: white dots along the rails."""
    thrown: tuple[tuple[tuple[float, float], ...], ...] = ()
    """Lines of light that a projector throws on the cloth, each a chain of places in mm."""
    thrown_colour: Colour = (250.0, 235.0, 190.0)
    slope: tuple[float, float] = (0.0, 0.0)
    """How much brighter the right edge and the far edge of the table are than its middle: daylight from a side."""
    board: BoardLook | None = None
    """Of a wooden board and its discs; None: a table with cloth and balls."""
    seed: int = 0
    """Of everything that stays the same from picture to picture: grain, crowd, boards."""
    pools: tuple[Pool, ...] = ()
    slabs: tuple[Slab, ...] = ()
    """Drawn in this order, before the table."""
    beside_mm: tuple[tuple[float, float], ...] = ()
    """How far aside other tables of the kind stand, drawn in this order before the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """All that one picture shows."""

    kit: Kit
    camera: Camera
    look: Look
    balls: tuple[DrawnBall, ...]
    limbs: tuple[Limb, ...] = ()
    seed: int = 0
    """Of the picture's own noise."""
    note: Mapping[str, str] = field(default_factory=dict)
