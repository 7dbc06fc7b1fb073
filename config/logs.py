"""The log: one line of JSON for each record. Settings name this file, so it imports nothing of Django."""

import json
import logging
from contextvars import ContextVar
from datetime import UTC, datetime

current: ContextVar[str] = ContextVar("request_id", default="")


class LineFormatter(logging.Formatter):
    """Writes one line of JSON, with the identifier of the request that it belongs to."""

    def format(self, record: logging.LogRecord) -> str:
        """Write the time in UTC, the level, the message and what the record brought with it."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if identifier := current.get():
            line["request_id"] = identifier
        line |= getattr(record, "fields", {})
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)
