"""The service under gunicorn: one master, forked workers of several threads each, one book."""

import errno
import ipaddress
import logging
import os
import signal
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

from flask import Flask
from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]
from gunicorn.arbiter import Arbiter  # type: ignore[import-untyped]
from gunicorn.errors import HaltServer  # type: ignore[import-untyped]
from gunicorn.workers.gthread import ThreadWorker  # type: ignore[import-untyped]

from settle.app.factory import create_app
from settle.book import Book
from settle.rulebook import Rulebook
from settle.store import Store, StoreInfo

LOCALHOST: Final = "127.0.0.1"
DEFAULT_PORT: Final = 8000
DEFAULT_WORKERS: Final = 2
DEFAULT_THREADS: Final = 8

_KEEPALIVE_SECONDS: Final = 5
_GRACEFUL_SECONDS: Final = 15
"""How long requests that were begun may take when the service ends."""
_SILENT_SECONDS: Final = 120
"""A worker whose main loop is stuck so long is replaced."""
_BOOT_FAILED: Final = 3
_BIND_TRIES: Final = 50
_BIND_PAUSE_SECONDS: Final = 0.2


class Address(NamedTuple):
    """Where the service listens."""

    host: str
    port: int
    """0 leaves the choice to the system."""


class Size(NamedTuple):
    """How much is done at once."""

    workers: int = DEFAULT_WORKERS
    """Processes."""
    threads: int = DEFAULT_THREADS
    """In each of them."""


class Running(NamedTuple):
    """What is told once the service listens."""

    url: str
    info: StoreInfo
    size: Size


class BindRefused(Exception):  # noqa: N818 - a refusal in words, as the store's
    """The address is not one to listen at; the text says why and what would do."""


def loopback(host: str) -> str:
    """The loopback address that a host names. Raises BindRefused for any other."""
    if host.lower() == "localhost":
        return LOCALHOST
    try:
        is_loopback = ipaddress.ip_address(host).is_loopback
    except ValueError:
        is_loopback = False
    if not is_loopback:
        raise BindRefused(
            f"{host} can be reached from elsewhere, and the service has no access control yet:"
            f" whoever reaches it may read and write. It listens at {LOCALHOST}, ::1 or localhost"
            " only."
        )
    return host


def serve(path: Path, address: Address, size: Size, told: Callable[[Running], None]) -> None:
    """Serve a book until a signal ends it; the book is made or brought up to date first.

    ``told`` is called once, when the service listens. Raises BindRefused for an address, and what
    the store raises for the book; leaves by SystemExit when it ends.
    """
    host = loopback(address.host)
    _probe(host, address.port)
    store = Store.open(path)
    app = create_app(Book(store, _read_rulebook()), hosts=_names(host))
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s [%(process)d] %(message)s")
    run(app, Address(host, address.port), size, lambda url: told(Running(url, store.info(), size)))


def run(app: Flask, address: Address, size: Size, told: Callable[[str], None]) -> None:
    """Run an application with the settings of the service; ``told`` is called with its URL."""

    def listening(arbiter: Arbiter) -> None:
        bound = [listener.sock.getsockname() for listener in arbiter.LISTENERS]
        for name, *_ in bound:
            # The system's service manager may have handed over another socket.
            if not ipaddress.ip_address(name).is_loopback:
                raise HaltServer(f"{name} can be reached from elsewhere", _BOOT_FAILED)
        told(_url(*bound[0][:2]))

    settings = {
        "bind": f"{_in_url(address.host)}:{address.port}",
        "workers": size.workers,
        "threads": size.threads,
        "worker_class": _Worker,
        "keepalive": _KEEPALIVE_SECONDS,
        "graceful_timeout": _GRACEFUL_SECONDS,
        "timeout": _SILENT_SECONDS,
        "control_socket_disable": True,
        "loglevel": "warning",
        "proc_name": "settle",
        "when_ready": listening,
        "post_worker_init": _leave_interrupts_to_the_master,
    }
    _Application(app, settings).run()


def _read_rulebook() -> Rulebook:
    """The shipped rulesets, read before the workers fork, so that they share them."""
    rulebook = Rulebook()
    for name in rulebook.ids():
        rulebook.get(name).rules()
    return rulebook


def _names(host: str) -> tuple[str, ...]:
    return ("localhost", LOCALHOST, "[::1]", _in_url(host))


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _url(host: str, port: int) -> str:
    return f"http://{_in_url(host)}:{port}"


def _probe(host: str, port: int) -> None:
    """Say plainly why it is not possible to listen there. Raises BindRefused.

    An address in use is waited for: after a master was killed, its workers let go of it as soon as
    they notice.
    """
    if "GUNICORN_PID" in os.environ:  # an upgrade in place takes over the open socket
        return
    for waited in range(_BIND_TRIES):
        try:
            _bind(host, port)
        except OSError as error:
            if error.errno == errno.EADDRINUSE and waited + 1 < _BIND_TRIES:
                time.sleep(_BIND_PAUSE_SECONDS)
                continue
            tip = " Choose another with --port." if error.errno == errno.EADDRINUSE else ""
            raise BindRefused(f"{_url(host, port)}: {error.strerror}.{tip}") from error
        return


def is_free(host: str, port: int) -> bool:
    """Whether a service could listen there now."""
    try:
        _bind(host, port)
    except OSError:
        return False
    return True


def _bind(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((host, port))


def _leave_interrupts_to_the_master(_worker: object) -> None:
    """Ctrl-C reaches every process of the terminal; the master tells the workers to finish."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class _Worker(ThreadWorker):  # type: ignore[misc] # gunicorn has no types
    """Lets go of the address soon after its master was killed, also from clients that stay on."""

    def is_parent_alive(self) -> bool:
        # A worker that ends because of this still counts as alive for gunicorn: it keeps its
        # connections open for as long as requests come in on them.
        is_alive = bool(super().is_parent_alive())
        if not is_alive:
            self.alive = False
        return is_alive


class _Master(Arbiter):  # type: ignore[misc] # gunicorn has no types
    """Ends on Ctrl-C as on SIGTERM: what was begun is answered. A second Ctrl-C is quick."""

    def handle_int(self) -> None:
        raise StopIteration


class _Application(BaseApplication):  # type: ignore[misc] # gunicorn has no types
    """The application and its settings, as gunicorn asks for them."""

    def __init__(self, app: Flask, settings: dict[str, Any]) -> None:
        self._app, self._settings = app, settings
        super().__init__()

    def load_config(self) -> None:
        for name, value in self._settings.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        return self._app

    def run(self) -> None:
        _Master(self).run()
