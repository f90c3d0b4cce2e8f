"""Routes of the hub to the recordings in the halls: which strokes there are, fetching one, how far it has come."""

from typing import Annotated, Final

from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends, Request, Response

from tracker.hub.recordings.fetching import Fetching, FetchOrder, Progress
from tracker.hub.recordings.words import RecordingWanted
from tracker.hub.scores import Scores
from tracker.hub.wire import LONGEST
from tracker.store.mirror.halls import book_in_hall
from tracker.web.routes import review
from tracker.web.routes.review import ASKED_AGAIN, STROKE, Count, Mp4
from tracker.web.routes.session import WhoHere
from tracker.web.routes.tables import FRESH, REFUSALS

router = APIRouter(tags=["recordings"], responses=REFUSALS)
RECORDING: Final = STROKE + "/recording"
router.get(review.STROKES)(review.strokes)


def fetching_of(request: Request) -> Fetching:
    """Return what fetches recordings."""
    fetching: Fetching = request.app.state.fetching
    return fetching


def order_of(table: str, epoch: Count, sequence: Count, request: Request, who: WhoHere) -> FetchOrder:
    """Return the recording that the address names, as its hall knows it.

    Raises:
        UnknownName: no hall has such a book.
    """
    scores: Scores = request.app.state.scores
    hall, its_table, its_epoch = book_in_hall(scores.database, table, epoch)
    by = (who.name or who.role.name.lower())[:LONGEST]
    wanted = RecordingWanted(version=1, table=its_table, epoch=its_epoch, sequence=sequence, by=by)
    return FetchOrder(hall=hall, file=f"{hall}.{epoch}.{sequence}.{its_table}.mp4", wanted=wanted)


FetchingHere = Annotated[Fetching, Depends(fetching_of)]
OrderHere = Annotated[FetchOrder, Depends(order_of)]


@router.post(RECORDING)
async def fetch(order: OrderHere, fetching: FetchingHere) -> Progress:
    """Have the recording of a stroke fetched from its hall; the answer comes at once."""
    return fetching.begin(order)


@router.get(RECORDING)
def progress(order: OrderHere, fetching: FetchingHere, response: Response) -> Progress:
    """Return how far a recording has come, or why it does not."""
    response.headers.update(FRESH)
    return fetching.progress(order.file)


@router.get(RECORDING + ".mp4", response_class=Mp4)
async def recording(order: OrderHere, fetching: FetchingHere) -> Mp4:
    """Return a recording that has been fetched."""
    return Mp4(await run_sync(fetching.path, order.file), headers=ASKED_AGAIN)
