"""Our own painter: pictures of snooker tables from any camera, with labels, for training and for truth clips."""

from models.training.painter.chance import random_scene
from models.training.painter.labels import Box, boxes, yolo_lines
from models.training.painter.paint import Painter, Painting, paint, painted
from models.training.painter.scene import DrawnBall, Lamp, Limb, Look, Scene, Strip

__all__ = [
    "Box", "DrawnBall", "Lamp", "Limb", "Look", "Painter", "Painting", "Scene", "Strip",
    "boxes", "paint", "painted", "random_scene", "yolo_lines",
]  # fmt: skip
