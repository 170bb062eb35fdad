"""How a client calls the service: one request and its answer, sent again where none came.

Needs nothing but Python. What the service puts off (429, 503) is sent again later, for nothing was
done. Where no answer comes at all, a call is sent again if that is safe: one that only reads, and
one that has an Idempotency-Key.
"""

import json
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from http import HTTPStatus
from http.client import HTTPException
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

LATER = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)
HERE = ("localhost", "127.0.0.1", "::1")


class RefusedError(Exception):
    """What the service has refused: a problem document (RFC 9457), with a code for each fault."""

    def __init__(self, call: str, problem: dict[str, Any]) -> None:
        super().__init__(f"{call}: {problem['title']}: {problem['detail']}")
        self.status: int = problem["status"]
        self.problem = problem

    @property
    def codes(self) -> list[str]:
        """The code of each fault: what a program goes by."""
        return [error["code"] for error in self.problem["errors"]]


class Caller:
    """Calls a service at an address with a key; ``tries`` times, each for so many seconds."""

    def __init__(self, service: str, key: str = "", *, tries: int = 5, seconds: int = 30) -> None:
        self.service, self._key = service.rstrip("/"), key
        self._tries, self._seconds = tries, seconds
        # A service on this machine is reached directly, whatever proxy the environment names.
        proxies: dict[str, str] | None = {} if urlsplit(service).hostname in HERE else None
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler(proxies))

    def call(
        self,
        method: str,
        path: str,
        query: Mapping[str, object],
        *,
        body: object = None,
        key: str | None = None,
    ) -> Any:
        """The document or the text that is answered. Raises RefusedError, OSError for no answer."""
        request = self._request(method, path, query, body, key)
        is_safe = method == "GET" or key is not None
        tries = self._tries
        while True:
            tries -= 1
            try:
                with self._opener.open(request, timeout=self._seconds) as response:
                    data = response.read()
                    is_json = response.headers.get_content_type() == "application/json"
                    return json.loads(data) if is_json else data.decode("utf-8")
            except urllib.error.HTTPError as error:
                if error.code not in LATER or not tries:
                    raise _refusal(f"{method} {path}", error) from None
                wait = error.headers.get("Retry-After", "1")
                time.sleep(int(wait) if wait.isdecimal() else 1)
            except (OSError, HTTPException) as error:
                if not (tries and is_safe):
                    reason = getattr(error, "reason", error)
                    raise ConnectionError(f"no answer: {reason}") from error
                time.sleep(1)

    def _request(
        self, method: str, path: str, query: Mapping[str, object], body: object, key: str | None
    ) -> urllib.request.Request:
        asked = {name: str(value) for name, value in query.items() if value is not None}
        headers = {"Accept": "application/json, */*;q=0.1"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        if key is not None:
            headers["Idempotency-Key"] = key
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        address = f"{self.service}{path}{'?' if asked else ''}{urlencode(asked)}"
        return urllib.request.Request(address, data, headers, method=method)


def _refusal(call: str, error: urllib.error.HTTPError) -> RefusedError:
    """What was refused; something that stands in between may answer with no problem document."""
    try:
        return RefusedError(call, json.load(error))
    except (ValueError, KeyError, TypeError):
        said = {"title": error.reason, "detail": "", "status": error.code, "errors": []}
        return RefusedError(call, said)


def part(value: object) -> str:
    """A value as a part of a path."""
    return quote(str(value), safe="")
