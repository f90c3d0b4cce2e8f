"""What the page on which a camera is set up works out by itself agrees with what the program makes of it."""

from typing import TYPE_CHECKING

import numpy as np
from browsing import free_port, page_of, served

from tracker.calibrate.fit.facing import end_of
from tracker.calibrate.fit.pose import vector
from tracker.geometry.camera import Camera
from tracker.live.table.keeping import Memory
from tracker.store.kits import find_kit

if TYPE_CHECKING:
    from playwright.sync_api import Browser

BOARD = find_kit("novuss")
END_OF = "async (boards) => { const { baulkEnd } = await import('/web/camera/plane.js'); return boards.map(baulkEnd); }"


def seen_from(around_deg: float) -> Camera:
    """A camera that looks at the middle of the board from so far round it, half way down."""
    around, size = np.radians(around_deg), BOARD.width_mm
    ahead = np.array([-np.cos(around), -np.sin(around), -1.0]) / np.sqrt(2)
    right = np.array([-np.sin(around), np.cos(around), 0.0])
    turn = np.stack([right, np.cross(ahead, right), ahead])
    eye = np.array([size / 2, size / 2, 0.0]) - 2200 * ahead
    matrix = np.array([[900.0, 0.0, 640.0], [0.0, 900.0, 360.0], [0.0, 0.0, 1.0]])
    return Camera(
        image_size=(1280, 720), matrix=matrix, distortion=np.zeros(5), rotation=vector(turn), translation=-turn @ eye
    )


def test_page_and_program_say_by_the_same_word_where_side_a_sits(browser: "Browser") -> None:
    cameras = [seen_from(deg) for deg in range(10, 370, 30)]
    size = BOARD.width_mm
    corners = [one.project_on([(0, 0), (size, 0), (size, size), (0, size)], 0.0).tolist() for one in cameras]
    words = [end_of(one, BOARD) for one in cameras]
    assert len(set(words)) == 8
    port = free_port()
    with served(Memory(), port), page_of(browser, 800, 600) as page:
        page.goto(f"http://127.0.0.1:{port}/login")
        assert page.evaluate(END_OF, corners) == words
