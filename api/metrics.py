"""What the service counts, for Prometheus. Each app has a registry of its own."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class Metrics:
    """The counters of one app."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        labels = ("method", "route", "status")
        self.requests = Counter("qwords_requests", "Requests answered.", labels, registry=self.registry)
        self.seconds = Histogram(
            "qwords_request_seconds", "From the first byte in to the last byte out.", ("route",),
            buckets=SECONDS, registry=self.registry,
        )  # fmt: skip
        self.sheets = Counter("qwords_sheets", "Sheets judged.", ("outcome",), registry=self.registry)
        self.refused = Counter("qwords_photos_refused", "Photos without a verdict.", ("code",), registry=self.registry)
        self.own_word = Gauge(
            "qwords_sheets_by_outcome", "Sheets of tournaments in use: certain_then_corrected, asked_but_right.",
            ("outcome",), registry=self.registry,
        )  # fmt: skip
        self.waiting = Gauge("qwords_photos_in_work", "Photos waiting or being read.", registry=self.registry)
        self.capacity = Gauge("qwords_photos_capacity", "Photos accepted at a time.", registry=self.registry)

    def judged(self, sheets: int, doubtful: int) -> None:
        """Count the sheets of one photo."""
        self.sheets.labels("certain").inc(sheets - doubtful)
        self.sheets.labels("doubtful").inc(doubtful)
