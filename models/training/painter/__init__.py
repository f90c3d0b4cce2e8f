"""Our own painter: pictures of tables and boards from any camera, with labels, for training and for truth clips."""

from models.training.painter.chance import random_scene, scene_on
from models.training.painter.labels import Box, boxes, yolo_lines
from models.training.painter.paint import Painter, Painting, paint, painted
from models.training.painter.scene import DrawnBall, Lamp, Limb, Look, Scene, Strip

__all__ = [
    "Box", "DrawnBall", "Lamp", "Limb", "Look", "Painter", "Painting", "Scene", "Strip",
    "boxes", "paint", "painted", "random_scene", "scene_on", "yolo_lines",
]  # fmt: skip
