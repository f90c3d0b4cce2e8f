"""What handing a picture over from the capture child costs, and how late it is in the parent.

    python -m bench.capture [--size WxH] [--seconds S] [--rate N]

- copies: processor time for laying a picture in a slot and for lifting it out.
- delay: from a picture being there in the child to its being in the hands of whoever waits for it; each carries the
  moment in its first bytes.
- whole: processor time a picture of a child that plays a drawn film in real time, decoded and handed over, without and
  with recording; and of the parent, while it takes every picture.

Neighbours on the same machine make the delay longer and disturb processor time little.
"""

import argparse
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

import av
import numpy as np

from tracker.capture.picture import Image, Picture
from tracker.capture.process.camera import CameraStream
from tracker.capture.process.capture_request import CaptureRequest
from tracker.capture.process.child import serve
from tracker.capture.process.feeds import Feed, clock_us
from tracker.capture.process.frame_slots import new_frame_slots
from tracker.capture.process.life import CHILD
from tracker.capture.recording.storage import Storage
from tracker.capture.stamped import Decoded, Given
from tracker.capture.starting.programs import PYTHON, Program

TURNS = 200


def main() -> int:
    """Print the three."""
    options = _options()
    if options.child:
        serve(lambda request: stamped_feed(request, options))
        return 0
    width, height = options.size
    print(f"{width}x{height}, {options.rate} pictures a second")
    for what, cost_ms in copies(np.zeros((height, width, 3), np.uint8)).items():
        print(f"{what:>32} {cost_ms:7.2f} ms")
    child = Program(command=(*PYTHON, "bench.capture", "--child", *sys.argv[1:]))
    late_ms = [(clock_us() - moment(picture.image)) / 1e3 for picture in taken("udp://127.0.0.1:9", options, child)]
    for share in (50, 95, 99, 100):
        print(
            f"{f'delay, {share} in 100 below':>32} {np.percentile(late_ms, share):7.2f} ms  ({len(late_ms)} pictures)"
        )
    with tempfile.TemporaryDirectory() as folder:
        film = drawn(Path(folder) / "film.mp4", options)
        for what, storage in (("", None), (", recorded", Storage(folder=f"{folder}/reel", spare_bytes=0))):
            child_ms, parent_ms = whole(str(film), options, storage)
            print(f"{f'child{what}':>32} {child_ms:7.2f} ms\n{f'parent{what}':>32} {parent_ms:7.2f} ms")
    return 0


def copies(image: Image) -> dict[str, float]:
    """Return what each copy costs."""
    slots = new_frame_slots()
    slot = slots[0]

    def cost_ms(step: Callable[[], object]) -> float:
        step()
        began_s = time.process_time()
        for _ in range(TURNS):
            step()
        return 1e3 * (time.process_time() - began_s) / TURNS

    costs = {
        "lay in a slot": cost_ms(lambda: slot.lay(image)),
        "lift out of it": cost_ms(lambda: slot.lift(image.shape[1], image.shape[0])),
    }
    for each in slots:
        each.close()
    return costs


@contextmanager
def stamped_feed(_request: CaptureRequest, options: argparse.Namespace) -> Iterator[Feed]:
    """Give pictures that carry the moment at which they were there."""
    yield Feed(given=_stamped(options))


def _stamped(options: argparse.Namespace) -> Iterator[Given]:
    width, height = options.size
    frame = av.VideoFrame.from_ndarray(np.zeros((height, width, 3), np.uint8), format="bgr24")
    for number in range(round(options.seconds * options.rate)):
        time.sleep(1 / options.rate)
        plane = np.frombuffer(memoryview(frame.planes[0]), np.uint8)
        plane[:8] = np.frombuffer(clock_us().to_bytes(8, "little"), np.uint8)
        yield Given(decoded=(Decoded(frame=frame, at_us=number * 1_000_000 // options.rate),))


def moment(image: Image) -> int:
    """Return the moment that a picture carries."""
    return int.from_bytes(image.reshape(-1)[:8].tobytes(), "little")


def taken(
    source: str, options: argparse.Namespace, child: Program = CHILD, storage: Storage | None = None
) -> Iterator[Picture]:
    """Give the pictures of a camera for so many seconds, each as soon as it is there."""
    with CameraStream(source, loop=True, storage=storage, child=child) as camera:
        picture = camera.newest(wait_s=30)
        until_s = time.monotonic() + options.seconds
        while picture is not None and time.monotonic() < until_s:
            yield picture
            picture = camera.newest(after=picture.number, wait_s=2 / options.rate + 1)


def whole(film: str, options: argparse.Namespace, storage: Storage | None) -> tuple[float, float]:
    """Return processor time a picture in ms, of the child (its start left out) and of the parent."""
    starting = _spent_by_child(film, argparse.Namespace(**{**vars(options), "seconds": 0.0}), storage)
    began_s = time.process_time()
    spent = _spent_by_child(film, options, storage)
    count = options.seconds * options.rate
    return 1e3 * (spent - starting) / count, 1e3 * (time.process_time() - began_s) / count


def _spent_by_child(film: str, options: argparse.Namespace, storage: Storage | None) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    for _ in taken(film, options, storage=storage):
        pass
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def drawn(path: Path, options: argparse.Namespace) -> Path:
    """Draw two seconds of a still scene with noise and something that moves, as a camera over a table sees it."""
    random, (width, height) = np.random.default_rng(1), options.size
    scene = np.repeat(np.repeat(random.integers(40, 200, (height // 40 + 1, width // 40 + 1, 3)), 40, 0), 40, 1)
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=options.rate, options={"g": str(options.rate), "bf": "0"})
        stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
        stream.time_base = stream.codec_context.time_base = Fraction(1, options.rate)
        for n in range(2 * options.rate):
            image = scene[:height, :width] + random.integers(0, 6, (height, width, 1))
            image[100:150, 10 * n % (width - 50) :][:, :50] = 230
            container.mux(stream.encode(av.VideoFrame.from_ndarray(image.astype(np.uint8), format="bgr24")))
        container.mux(stream.encode())
    return path


def _options() -> argparse.Namespace:
    options = argparse.ArgumentParser(description="Measure what a picture costs on its way from the capture child.")
    options.add_argument("--size", type=lambda text: tuple(int(n) for n in text.split("x")), default=(1920, 1080))
    options.add_argument("--seconds", type=float, default=20.0)
    options.add_argument("--rate", type=int, default=25)
    options.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    return options.parse_args()


if __name__ == "__main__":
    sys.exit(main())
