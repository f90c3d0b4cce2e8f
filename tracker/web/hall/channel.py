"""What the screens of one table are told: its newest state, put into words once a change however many screens look.

A slow screen misses states in between, never the newest one, and holds nobody up.
"""

import threading
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from functools import cached_property

from tracker.live.table.showing import public_state, referee_state
from tracker.live.table.table import Moment, Table
from tracker.show.pictures.still import Still
from tracker.show.screens.sight import Sight
from tracker.show.screens.state import PublicState, RefereeState, as_json
from tracker.web.hall.line import ALIVE_S, Publisher
from tracker.web.hall.roster import Roster


class PublishedMoment:
    """A moment as the screens get it; each form is made when it is first asked for, and once."""

    def __init__(self, moment: Moment, roster: Roster | None = None) -> None:
        self.moment = moment
        self._roster = roster or Roster()

    @cached_property
    def public(self) -> PublicState:
        """What everybody may know."""
        return self._roster.called(public_state(self.moment))

    @cached_property
    def referee(self) -> RefereeState:
        """What the referee may know."""
        return replace(referee_state(self.moment), public=self.public)

    @cached_property
    def public_json(self) -> bytes:
        """The public state as JSON."""
        return as_json(self.public)

    @cached_property
    def referee_json(self) -> bytes:
        """The referee's state as JSON."""
        return as_json(self.referee)

    @cached_property
    def public_event(self) -> bytes:
        """The public state as a server-sent event."""
        return self._event(self.public_json)

    @cached_property
    def referee_event(self) -> bytes:
        """The referee's state as a server-sent event."""
        return self._event(self.referee_json)

    def _event(self, data: bytes) -> bytes:
        epoch, sequence = self.moment.at
        return b"id: %d.%d\nevent: state\ndata: %b\n\n" % (epoch, sequence, data)


Form = Callable[[PublishedMoment], bytes]


class PictureLine(Publisher[Still | None]):
    """The camera's newest picture, which the eyes are asked for only while somebody looks, or has just glanced."""

    def __init__(self) -> None:
        super().__init__(None)
        self._is_glanced_at = False

    def glance(self) -> Still | None:
        """Return the newest picture that there is, and have a newer one asked for."""
        self._is_glanced_at = True
        return self.newest

    @property
    def viewers(self) -> int:
        """How many look."""
        return super().viewers + self._is_glanced_at

    def tell(self, newest: Still | None) -> None:
        """Have something newer."""
        self._is_glanced_at = False
        super().tell(newest)


class WholePicture:
    """A picture with all its pixels, for whoever waits for one: it is asked for then, and not kept."""

    def __init__(self) -> None:
        self._came = threading.Condition()
        self._newest: Still | None = None
        self._waiting = 0

    @property
    def viewers(self) -> int:
        """How many wait."""
        return self._waiting

    def tell(self, newest: Still) -> None:
        """Give it to all who wait."""
        with self._came:
            self._newest = newest
            self._came.notify_all()

    def fetched(self, wait_s: float) -> Still | None:
        """Return the next picture, waiting so long for it; None: none came. To be called off the server's own loop."""
        with self._came:
            self._newest = None
            self._waiting += 1
            try:
                self._came.wait_for(lambda: self._newest is not None, wait_s)
                return self._newest
            finally:
                self._waiting -= 1


class Channel:
    """The lines from one table to its screens: what is called there, and what the camera sees."""

    def __init__(self, table: Table, roster: Roster | None = None) -> None:
        self.table = table
        self.roster = roster or Roster()
        self.sight = Publisher(Sight(table=table.name))
        """What the camera sees; for the referee."""
        self.picture = PictureLine()
        """The camera's newest picture while a desk looks; for the referee."""
        self.whole_picture = WholePicture()
        """A picture with all its pixels, by which the camera is set up."""
        self._line = Publisher(PublishedMoment(table.moment, self.roster))
        table.listen(lambda moment: self._line.tell(PublishedMoment(moment, self.roster)))

    @property
    def shown(self) -> PublishedMoment:
        """The newest moment."""
        return self._line.newest

    @property
    def viewers(self) -> int:
        """How many screens listen."""
        return self._line.viewers

    def tell_again(self) -> None:
        """Show what stands once more: the players are called otherwise by now."""
        self._line.tell(PublishedMoment(self.table.moment, self.roster))

    def close(self) -> None:
        """Let every screen go, so that the program can end; may be called from any thread."""
        self._line.close()
        self.sight.close()
        self.picture.close()

    def events(self, form: Form, now_ms: Callable[[], int], alive_s: float = ALIVE_S) -> AsyncIterator[bytes]:
        """Give the newest state, then every newer one, as server-sent events, until the channel is closed."""
        return self._line.events(form, now_ms, alive_s)
