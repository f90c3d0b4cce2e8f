"""A table in Blender's Cycles: the same places, camera, lamps and colours as the painter's, lit as light behaves.

Cycles follows light from lamp to cloth to ball to camera (path tracing), so that shadows, mirrored lamps and the
cloth's colour on the balls come by themselves. Blender's camera has no lens distortion: it is left out of the takes.
"""

import contextlib
import os
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import bpy
import cv2
import mathutils
import numpy as np
from mathutils.geometry import tessellate_polygon
from numpy.typing import NDArray

from models.training.painter.scene import Look
from models.training.truth.changes import Box, Lit
from models.training.truth.solids import Solid, furniture
from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera

Array = NDArray[np.float64]
Image = NDArray[np.uint8]

SAMPLES = 8
BALL_ROUGH = 0.04
SENSOR_MM = 36.0
CUT_PX = 0.25
"""By so much a share of a side is made larger, that it be not cut down to one px less."""
MARGIN_PX = 8
"""So much more is drawn round a part and thrown away: at its edge, light from beyond is missing."""


class Studio:
    """Takes pictures of one table from one camera in one light."""

    def __init__(self, kit: Kit, camera: Camera, look: Look, samples: int = SAMPLES) -> None:
        if np.any(camera.distortion):
            raise ValueError("Blender's camera has no lens distortion: give a camera without")
        self.kit, self.look = kit, look
        bpy.ops.wm.read_factory_settings(use_empty=True)
        self.scene = bpy.context.scene
        _settings(self.scene, camera.image_size, samples)
        _world(self.scene, look)
        _camera(self.scene, camera)
        for solid in furniture(kit, look):
            _body(self.scene, solid)
        _lamps(self.scene, kit, look)
        self._size = camera.image_size
        self._ball = _ball_mesh(kit.ball_radius_mm)
        self._paints = {name: _paint(colour, BALL_ROUGH, look.gloss) for name, colour in look.balls.items()}

    def take(self, balls: Sequence[Lit], people: Sequence[Solid], parts: Sequence[Box], seed: int) -> list[Image]:
        """Return parts of a picture, each (h, w, 3) BGR, without the sensor's noise."""
        laid = [self._lay(ball) for ball in balls]
        stand = [_body(self.scene, solid) for solid in people]
        self.scene.cycles.seed = seed
        self.scene.frame_set(1)
        pictures = [_cut_out(self.scene, part, self._size) for part in parts]
        for ball in laid:
            bpy.data.objects.remove(ball)
        for one in stand:
            _remove(one)
        return pictures

    def _lay(self, ball: Lit) -> bpy.types.Object:
        """Put a ball where it is, on its way while the shutter is open."""
        one = bpy.data.objects.new(ball.ball, self._ball)
        self.scene.collection.objects.link(one)
        one.material_slots[0].link = "OBJECT"
        one.material_slots[0].material = self._paints[ball.ball]
        if len(set(ball.places_mm)) == 1:
            one.location = _metres(ball.places_mm[0])
            return one
        for frame, place in zip((0.5, 1.0, 1.5), ball.places_mm, strict=True):
            one.location = _metres(place)
            one.keyframe_insert("location", frame=frame)
        for curve in _curves(one):
            for point in curve.keyframe_points:
                point.interpolation = "LINEAR"
        return one


def _curves(one: bpy.types.Object) -> Iterator[bpy.types.FCurve]:
    for layer in one.animation_data.action.layers:
        for strip in layer.strips:
            for bag in strip.channelbags:
                yield from bag.fcurves


def _remove(one: bpy.types.Object) -> None:
    """Take a body away with its mesh and paint, of which each has its own."""
    mesh, (paint,) = one.data, one.data.materials
    bpy.data.objects.remove(one)
    bpy.data.meshes.remove(mesh)
    bpy.data.materials.remove(paint)


def _metres(place_mm: Sequence[float]) -> tuple[float, float, float]:
    x, y, z = (float(part) / 1000 for part in place_mm)
    return x, y, z


def _settings(scene: bpy.types.Scene, size: tuple[int, int], samples: int) -> None:
    scene.render.engine = "CYCLES"
    scene.cycles.device, scene.cycles.samples = "CPU", samples
    scene.cycles.use_denoising, scene.cycles.denoiser = True, "OPENIMAGEDENOISE"
    # finer settings cost more than the light itself, and change a picture by a third of a level in the mean
    scene.cycles.denoising_quality, scene.cycles.denoising_prefilter = "FAST", "NONE"
    scene.cycles.max_bounces, scene.cycles.diffuse_bounces = 4, 2
    scene.render.resolution_x, scene.render.resolution_y = size
    scene.render.resolution_percentage = 100
    scene.render.use_motion_blur, scene.render.motion_blur_shutter = True, 1.0
    scene.render.motion_blur_position = "CENTER"
    scene.render.use_persistent_data = True
    scene.render.image_settings.file_format = "PNG"
    scene.view_settings.view_transform = "Standard"


def _world(scene: bpy.types.Scene, look: Look) -> None:
    scene.world = bpy.data.worlds.new("hall")
    scene.world.use_nodes = True
    background = scene.world.node_tree.nodes["Background"]
    background.inputs["Color"].default_value = (1.0, 1.0, 1.0, 1.0)
    background.inputs["Strength"].default_value = look.ambient


def _camera(scene: bpy.types.Scene, camera: Camera) -> None:
    """Put Blender's camera, which looks down its own -z with y up, where ours stands."""
    width, height = camera.image_size
    eye = bpy.data.cameras.new("eye")
    eye.sensor_fit, eye.sensor_width = "HORIZONTAL", SENSOR_MM
    eye.lens = camera.matrix[0, 0] / width * SENSOR_MM
    eye.shift_x = ((width - 1) / 2 - camera.matrix[0, 2]) / width
    eye.shift_y = (camera.matrix[1, 2] - (height - 1) / 2) / width
    eye.clip_end = 100.0
    one = bpy.data.objects.new("eye", eye)
    pose = np.eye(4)
    pose[:3, :3] = camera.rotation_matrix.T @ np.diag([1.0, -1.0, -1.0])
    pose[:3, 3] = camera.centre_mm / 1000
    one.matrix_world = mathutils.Matrix(pose.tolist())
    scene.collection.objects.link(one)
    scene.camera = one


def _lamps(scene: bpy.types.Scene, kit: Kit, look: Look) -> None:
    """Hang the lamps, so bright that with the room's light the cloth in the table's middle shows its own colour.

    A matt lamp of so many watts gives a place h below and d aside watts / pi² · h² / (h² + d²)² of what makes a matt
    surface show its colour (Lambert's law, in Blender's units).
    """
    reach = np.array([lamp.centre_mm for lamp in look.lamps]) / 1000 - _metres((kit.width_mm / 2, kit.length_mm / 2, 0))
    arrives = reach[:, 2] ** 2 / np.sum(reach**2, axis=1) ** 2 / np.pi**2
    power = np.array([lamp.power for lamp in look.lamps])
    watts = (1 - look.ambient) * power / float(power @ arrives)
    for lamp, energy in zip(look.lamps, watts, strict=True):
        light = bpy.data.lights.new("lamp", "AREA")
        light.shape, light.energy = "RECTANGLE", float(energy)
        light.size, light.size_y = (2 * half / 1000 for half in lamp.half_size_mm)
        one = bpy.data.objects.new("lamp", light)
        one.location, one.visible_camera = _metres(lamp.centre_mm), False
        scene.collection.objects.link(one)


def _body(scene: bpy.types.Scene, solid: Solid) -> bpy.types.Object:
    mesh = bpy.data.meshes.new("solid")
    points = [_metres(point) for point in solid.points_mm]
    faces = list(solid.faces)
    if solid.holes:
        height = points[0][2]
        rims = [[(x / 1000, y / 1000, height) for x, y in hole] for hole in solid.holes]
        faces = tessellate_polygon([[mathutils.Vector(point) for point in ring] for ring in (points, *rims)])
        points = [point for ring in (points, *rims) for point in ring]
    mesh.from_pydata(points, [], faces)
    mesh.materials.append(_paint(solid.colour, solid.rough, 0.2 if solid.rough < 0.9 else 0.0))
    if solid.is_round:
        mesh.shade_smooth()
    one = bpy.data.objects.new("solid", mesh)
    scene.collection.objects.link(one)
    return one


def _ball_mesh(radius_mm: float) -> bpy.types.Mesh:
    bpy.ops.mesh.primitive_ico_sphere_add(subdivisions=6, radius=radius_mm / 1000)
    one = bpy.context.object
    mesh = one.data
    mesh.shade_smooth()
    mesh.materials.append(None)
    bpy.data.objects.remove(one)
    return mesh


def _paint(colour: Sequence[float], rough: float, shine: float) -> bpy.types.Material:
    material = bpy.data.materials.new("paint")
    material.use_nodes = True
    surface = material.node_tree.nodes["Principled BSDF"]
    blue, green, red = (_linear(part / 255) for part in colour)
    surface.inputs["Base Color"].default_value = (red, green, blue, 1.0)
    surface.inputs["Roughness"].default_value = rough
    surface.inputs["Specular IOR Level"].default_value = 0.5 * shine
    return material


def _linear(part: float) -> float:
    """Return how much light a finished picture's value, 0 to 1, stands for (sRGB, IEC 61966-2-1)."""
    part = min(max(part, 0.0), 1.0)
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _cut_out(scene: bpy.types.Scene, part: Box, size: tuple[int, int]) -> Image:
    """Return one part of the picture, from the middle of what is drawn."""
    width, height = size
    more = Box(
        max(part.x0 - MARGIN_PX, 0),
        max(part.y0 - MARGIN_PX, 0),
        min(part.x1 + MARGIN_PX, width),
        min(part.y1 + MARGIN_PX, height),
    )
    drawn = _rendered(scene, more, size)
    return drawn[part.y0 - more.y0 : part.y1 - more.y0, part.x0 - more.x0 : part.x1 - more.x0]


def _rendered(scene: bpy.types.Scene, part: Box, size: tuple[int, int]) -> Image:
    """Return one part as it is drawn; Blender counts from the low left corner, in shares of the sides."""
    width, height = size
    scene.render.use_border = scene.render.use_crop_to_border = True
    scene.render.border_min_x, scene.render.border_max_x = ((x + CUT_PX) / width for x in (part.x0, part.x1))
    low, high = ((height - y + CUT_PX) / height for y in (part.y1, part.y0))
    scene.render.border_min_y, scene.render.border_max_y = low, high
    with tempfile.TemporaryDirectory() as folder, _hushed():
        scene.render.filepath = str(Path(folder) / "picture.png")
        bpy.ops.render.render(write_still=True)
        picture = cv2.imread(scene.render.filepath)
    if picture is None or picture.shape[:2] != (part.y1 - part.y0, part.x1 - part.x0):
        raise RuntimeError(f"Blender did not draw {part}")
    return np.asarray(picture, np.uint8)


@contextlib.contextmanager
def _hushed() -> Iterator[None]:
    """Keep what Blender says of its progress to itself."""
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)
