"""Numbers for Prometheus: how many steps were taken and refused, how long they took to keep, how many screens look."""

from time import perf_counter
from types import TracebackType
from typing import Protocol, Self

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

CONTENT_TYPE = CONTENT_TYPE_LATEST
BUCKETS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)


class CountedChannel(Protocol):
    """A channel, as far as it is counted."""

    @property
    def viewers(self) -> int:
        """How many screens listen."""
        ...


class Metrics:
    """The numbers of one program, in a registry of their own; other parts may add theirs to it."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.steps = Counter("cuewatch_steps", "Steps at the tables", ("kind", "outcome"), registry=self.registry)
        self.seconds = Histogram(
            "cuewatch_step_seconds",
            "From a step to its being kept and shown",
            buckets=BUCKETS_S,
            registry=self.registry,
        )
        self.viewers = Gauge("cuewatch_viewers", "Screens that listen", registry=self.registry)
        self._watched: tuple[CountedChannel, ...] = ()
        self.viewers.set_function(lambda: float(sum(one.viewers for one in self._watched)))

    def watch(self, channel: CountedChannel) -> None:
        """Count the screens of a channel, too."""
        self._watched = (*self._watched, channel)

    def timed(self, kind: str) -> "Timed":
        """Return what counts and times a step of this kind while it is entered."""
        return Timed(self, kind)

    def text(self) -> bytes:
        """Return all numbers as Prometheus reads them."""
        return generate_latest(self.registry)


class Timed:
    """Counts one step, as done or refused, and how long it took."""

    def __init__(self, metrics: Metrics, kind: str) -> None:
        self._metrics, self._kind = metrics, kind

    def __enter__(self) -> Self:
        self._began = perf_counter()
        return self

    def __exit__(self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None) -> None:
        self._metrics.steps.labels(kind=self._kind, outcome="refused" if kind else "done").inc()
        if kind is None:
            self._metrics.seconds.observe(perf_counter() - self._began)
