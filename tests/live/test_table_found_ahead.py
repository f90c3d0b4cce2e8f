"""A recording that is played as fast as it was taken waits until its table is found, and does not run out meanwhile."""

import threading

import numpy as np
from room_fixtures import Film

from tracker.capture.picture import Image, Picture
from tracker.live.messages import CameraNews, Found, Looked, Order, Over, Sought, order_from
from tracker.live.vision_process.main import _watched, kit_of
from tracker.live.vision_process.seeking import Search, found_ahead
from tracker.store.kits import find_kit

KIT = find_kit("snooker-12ft")


def test_a_recording_played_in_its_own_time_begins_once_its_table_is_found(film: Film, table_picture: Image) -> None:
    told: list[object] = []
    clip = film([table_picture] * 50)  # two seconds: less than the search takes
    order = Order(source=str(clip), realtime=True, kit=KIT.name)
    assert _watched(order, told.append, threading.Event(), None) == Over(why="the source is at its end", final=True)
    kinds = [type(news) for news in told]
    assert kinds.index(Found) < kinds.index(CameraNews)
    assert kinds.count(Found) == 1
    assert Looked in kinds


def test_a_recording_without_a_table_is_played_all_the_same() -> None:
    told: list[Sought | Found] = []
    nothing = [Picture(number=n, at_us=n * 500_000, image=np.zeros((240, 320, 3), np.uint8)) for n in range(200)]
    pictures = iter(nothing)
    assert found_ahead(pictures, Search(kit=KIT), told.append) is None
    assert {type(news) for news in told} == {Sought}
    assert next(pictures).number == 62  # half a minute was searched, and no more


def test_the_eyes_look_for_the_balls_of_the_game_that_is_played_at_the_table() -> None:
    order = Order(source="camera:0", realtime=False, kit=KIT.name, rules="billiards-2024")
    kit = kit_of(order_from(order.to_line()))
    own = {ball: count for ball, count in kit.pieces.items() if count}
    assert (kit.name, own, kit.cue_balls) == (KIT.name, {"white": 1, "yellow": 1, "red": 1}, ("white", "yellow"))
    assert set(kit.kinds) == set(KIT.kinds), "what looks like another kind is told from the game's own"
    assert kit_of(Order(source="camera:0", realtime=False, kit=KIT.name)) == KIT
