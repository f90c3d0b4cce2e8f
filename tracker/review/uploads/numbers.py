"""Numbers for Prometheus: how many clips were sent, what came of them, and how long each took."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

BUCKETS_S = (5.0, 15.0, 30.0, 60.0, 120.0, 300.0, 900.0, 3600.0)


class UploadNumbers:
    """The numbers of the clips sent for review, in the registry of whoever shows them."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self.uploads = Counter("cuewatch_uploads", "Clips sent for review", ("outcome",), registry=registry)
        self.seconds = Histogram(
            "cuewatch_upload_seconds",
            "From the arrival of a clip to its report",
            buckets=BUCKETS_S,
            registry=registry,
        )
        self.waiting = Gauge("cuewatch_uploads_waiting", "Clips that wait or are being looked at", registry=registry)
