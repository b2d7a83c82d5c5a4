"""Says why deliveries failed, beside the unmodified client (rocketmq-python-client), and then fails as before.

Reports are sent by a thread of its own, many in one call: the listener never waits.
"""
import atexit
import json
import sys
import threading
import time
import traceback
import urllib.error
import urllib.request
from collections import deque

from rocketmq import ConsumeResult, MessageListener

# Limits of the API: reports of one call, and bytes of its body (262,144) with some room.
MOST_REPORTS, MOST_BYTES = 100, 200_000
MOST_WAITING = 10_000
TRIES, FIRST_PAUSE_S, GATHER_S = 5, 0.5, 0.2
CALL_LIMIT_S, CLOSE_LIMIT_S, WARN_EVERY_S = 10.0, 5.0, 60.0
AGO_BYTES, MOST_AGO_MS = 20, 86_400_000


class ReportFailures(MessageListener):
    def __init__(self, listener, console_url, token, group, app_version=None):
        """app_version: that of your application, shown beside the cause."""
        self._listener, self._group, self._app_version = listener, group, app_version
        self._url = console_url.rstrip("/") + "/api/v1/failures"
        self._headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
        self._waiting, self._arrived, self._closing = deque(), threading.Event(), threading.Event()
        self._dropped, self._warned_at = 0, None
        self._sender = threading.Thread(target=self._send_all, name="report-failures", daemon=True)
        self._sender.start()
        atexit.register(self.close)

    def consume(self, message) -> ConsumeResult:
        try:
            return self._listener.consume(message)
        except Exception as error:
            try:
                self._add(message, error)
            except Exception:
                pass  # The delivery fails with or without its report.
            raise

    def close(self):
        """Sends what waits, for five seconds at most; call it after the consumer has shut down."""
        self._closing.set()
        self._arrived.set()
        self._sender.join(CLOSE_LIMIT_S)

    def _add(self, message, error):
        if len(self._waiting) >= MOST_WAITING:
            return self._drop(1, f"{MOST_WAITING} wait already")
        report = {
            "messageId": message.message_id, "topic": message.topic, "group": self._group,
            "attempt": max(1, message.delivery_attempt or 1), "errorType": type(error).__name__[:200],
            "message": str(error)[:4000], "stack": traceback.format_exc()[:16000],
        }
        if self._app_version is not None:
            report["appVersion"] = self._app_version
        self._waiting.append((json.dumps(report), time.monotonic()))
        self._arrived.set()

    def _send_all(self):
        while not self._closing.is_set() or self._waiting:
            self._arrived.wait()
            self._closing.wait(GATHER_S)
            self._arrived.clear()
            while self._waiting:
                self._send(self._take())

    def _take(self):
        reports = [self._waiting.popleft()]
        size = _size(reports[0])
        while self._waiting and len(reports) < MOST_REPORTS and size + _size(self._waiting[0]) <= MOST_BYTES:
            size += _size(self._waiting[0])
            reports.append(self._waiting.popleft())
        return reports

    def _send(self, reports):
        """A repeat is harmless: the first report of a delivery stays."""
        problem = ""
        for tries in range(TRIES):
            if tries > 0:
                self._closing.wait(FIRST_PAUSE_S * 2 ** (tries - 1))
            body = ('{"items":[' + ",".join(map(_aged, reports)) + "]}").encode()
            try:
                request = urllib.request.Request(self._url, body, self._headers, method="POST")
                urllib.request.urlopen(request, timeout=CALL_LIMIT_S).close()
                return
            except urllib.error.HTTPError as error:
                problem = f"HTTP {error.code}"
                if error.code < 500 and error.code != 429:
                    break
            except Exception as error:
                problem = str(error)
        self._drop(len(reports), problem)

    def _drop(self, count, problem):
        self._dropped += count
        if self._warned_at is None or time.monotonic() - self._warned_at >= WARN_EVERY_S:
            self._warned_at = time.monotonic()
            print(f"Redrive: {self._dropped} failure reports were dropped so far; the last time: {problem}", file=sys.stderr)


def _size(report):
    return len(report[0]) + AGO_BYTES


def _aged(report):
    """Says how long ago the delivery failed: a re-drive may have begun the next life of the message meanwhile."""
    text, failed_at = report
    ago_ms = min(int((time.monotonic() - failed_at) * 1000), MOST_AGO_MS)
    return f'{text[:-1]}, "agoMs": {ago_ms}}}'
