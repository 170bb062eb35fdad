"""The service under gunicorn: one master, forked workers of several threads each, one book."""

import errno
import ipaddress
import os
import signal
import socket
import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from flask import Flask
from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]
from gunicorn.arbiter import Arbiter  # type: ignore[import-untyped]
from gunicorn.errors import HaltServer  # type: ignore[import-untyped]
from gunicorn.glogging import Logger  # type: ignore[import-untyped]

from settle.access.keeping import Keeper
from settle.access.keys import Spelled
from settle.access.linking import Links
from settle.app.descriptors import room_for
from settle.app.factory import create_app
from settle.app.forwarding import believe_proxies
from settle.app.framing import Tell, refuse_frames_with_problems
from settle.app.limiting import hold_back
from settle.app.places import MOST_PLACES, Places
from settle.app.workers import Worker
from settle.book import Book
from settle.config import Settings, is_address, is_for_this_machine, is_loopback
from settle.entries import HOST
from settle.garbage import collect_seldom, leave_alone
from settle.rulebook import Rulebook
from settle.store import Store, StoreInfo
from settle.watching import LogForm, Metrics, set_up_logs, watch
from settle.watching.counts import Counts
from settle.watching.logs import request_writer

LOCALHOST: Final = "127.0.0.1"

_IN_MEMORY: Final = "/dev/shm"  # noqa: S108 - for files without a name
_BOOT_FAILED: Final = 3
_BIND_TRIES: Final = 50
_BIND_PAUSE_SECONDS: Final = 0.2


class Running(NamedTuple):
    """What is told once the service listens."""

    url: str
    info: StoreInfo
    settings: Settings
    sign_in: Callable[[], str]
    """Makes a link for whoever runs the service; where it leads."""


class BindRefused(Exception):  # noqa: N818 - a refusal in words, as the store's
    """The address is not one to listen at; the text says why and what would do."""


def address_of(host: str, public_url: str) -> str:
    """The address that a host names. Raises BindRefused for one that is not of this machine alone.

    With ``public_url`` it is said that others reach the service, and by which name; the host may
    then be a name, too, which is looked up once the service begins to listen.
    """
    if host.lower() == "localhost":
        return LOCALHOST
    if not is_address(host) and not public_url:
        raise BindRefused(
            f"there is no such address as {host!r}. Give one in numbers, such as {LOCALHOST}, ::1"
            " or 192.168.1.20; or localhost."
        )
    if not is_loopback(host) and not public_url:
        raise BindRefused(
            f"{host} can be reached from elsewhere, and it is not said by which name. State it with"
            " --public-url or SETTLE_PUBLIC_URL, such as http://192.168.1.20:8000; or listen at"
            f" {LOCALHOST}, ::1 or localhost."
        )
    return host


def serve(
    settings: Settings, told: Callable[[Running], None], keep: Callable[[Spelled], None]
) -> None:
    """Serve a book until a signal ends it; the book is made or brought up to date first.

    ``told`` is called once, when the service listens, and ``keep`` before that with the admin key,
    where there was none. Raises BindRefused for an address, what the store raises for the book and
    what ``keep`` raises; leaves by SystemExit when it ends.
    """
    host = address_of(settings.host, settings.public_url)
    _probe(host, settings.port)
    store = Store.open(settings.db, wait_seconds=settings.turn_seconds)
    Keeper(store).ensure_admin("the first admin key", keep)
    app = create_app(
        Book(store, _read_rulebook(), sessions_per_key=settings.sessions_per_key),
        hosts=_names(host, settings.public_url),
        public_url=settings.public_url,
        origins=[origin.rstrip("/") for origin in settings.cors_origins.split()],
        is_open_for_scoring=settings.open_score or is_for_this_machine(settings),
    )
    hold_back(app, settings)
    set_up_logs(LogForm(settings.log))
    believe_proxies(app, settings.proxies)
    places = Places()
    # A reload has old processes beside the new ones, and another one soon after it both.
    counts = Counts(lambda: places.own, min(4 * settings.workers + 1, MOST_PLACES))
    watched = watch(app, metrics=Metrics(counts), log=request_writer(LogForm(settings.log)))

    def listens(url: str) -> None:
        base = (settings.public_url or url).rstrip("/")
        links = Links(store, lambda token: f"{base}/join/{token}")
        told(Running(url, store.info(), settings, lambda: links.sign_in(by=HOST)))

    run(app, settings, listens, places, watched.tell)


def run(
    app: Flask,
    settings: Settings,
    told: Callable[[str], None],
    places: Places,
    tell: Tell = lambda *_: None,
) -> None:
    """Run an application as the service is run.

    ``told`` is called with its URL, ``tell`` with each request that does not reach it. Each process
    gets one of the places.
    """

    def listening(arbiter: Arbiter) -> None:
        bound = [listener.sock.getsockname() for listener in arbiter.LISTENERS]
        for name, *_ in bound:
            # The system's service manager may have handed over another socket.
            if not settings.public_url and not ipaddress.ip_address(name).is_loopback:
                raise HaltServer(f"{name} can be reached from elsewhere", _BOOT_FAILED)
        told(_url(*bound[0][:2]))

    refuse_frames_with_problems(tell)
    hooks = {
        "when_ready": listening,
        "post_worker_init": _leave_interrupts_to_the_master,
        **_placing(places),
    }
    leave_alone()
    collect_seldom()
    _Application(app, settings, {**_as_gunicorn_has_them(settings), **hooks}).run()


def _as_gunicorn_has_them(settings: Settings) -> dict[str, Any]:
    """The settings under gunicorn's names, and what is no matter of choice.

    Of connections there are fewer where the system does not let a process have so many.
    There is no control socket, for nobody needs one, and no largest number of requests after which
    a process is replaced, for none of them grows.
    """
    return {
        "bind": f"{_in_url(address_of(settings.host, settings.public_url))}:{settings.port}",
        "workers": settings.workers,
        "threads": settings.threads,
        "worker_class": Worker,
        "worker_connections": room_for(settings.connections, settings.threads),
        "keepalive": settings.keepalive_seconds,
        "graceful_timeout": settings.graceful_seconds,
        "timeout": settings.silent_seconds,
        "limit_request_line": settings.request_line_bytes,
        "limit_request_fields": settings.header_fields,
        "limit_request_field_size": settings.header_bytes,
        # What proxies say is for the application, where the settings say that there are some:
        # gunicorn would believe anybody on this machine.
        "forwarded_allow_ips": "",
        "forwarder_headers": "",
        "secure_scheme_headers": {},
        "control_socket_disable": True,
        "worker_tmp_dir": _folder_in_memory(),
        "logger_class": _Log,
        # Warnings are about what clients send, and quote it.
        "loglevel": "error",
        "proc_name": "settle",
    }


def _folder_in_memory() -> str | None:
    """Where a process shows that it moves: one is replaced also while the disk is full."""
    return _IN_MEMORY if os.access(_IN_MEMORY, os.W_OK | os.X_OK) else None


def _placing(places: Places) -> dict[str, Any]:
    """Give each process a place, and leave it to the next one."""

    def taken(_master: Arbiter, worker: Worker) -> None:
        worker.places, worker.place = places, places.take()

    def owned(_master: Arbiter, worker: Worker) -> None:
        places.own = worker.place

    def given_back(_master: Arbiter, worker: Worker) -> None:
        places.give_back(worker.place)

    return {"pre_fork": taken, "post_fork": owned, "child_exit": given_back}


def _read_rulebook() -> Rulebook:
    """The shipped rulesets, read before the workers fork, so that they share them."""
    rulebook = Rulebook()
    for name in rulebook.ids():
        rulebook.get(name).rules()
    return rulebook


def _names(host: str, public_url: str) -> tuple[str, ...]:
    """The names that the service answers to."""
    public = urlsplit(public_url).hostname
    own = ("localhost", LOCALHOST, "[::1]", _in_url(host))
    return own if public is None else (*own, _in_url(public))


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _url(host: str, port: int) -> str:
    return f"http://{_in_url(host)}:{port}"


def _probe(host: str, port: int) -> None:
    """Say plainly why it is not possible to listen there. Raises BindRefused.

    An address in use is waited for: after a master was killed, its workers let go of it as soon as
    they notice.
    """
    if "GUNICORN_PID" in os.environ or "LISTEN_FDS" in os.environ:
        return  # an upgrade in place, or the system's service manager, hands over an open socket
    for waited in range(_BIND_TRIES):
        try:
            _bind(host, port)
        except OSError as error:
            if error.errno == errno.EADDRINUSE and waited + 1 < _BIND_TRIES:
                time.sleep(_BIND_PAUSE_SECONDS)
                continue
            tip = " Choose another with --port." if error.errno == errno.EADDRINUSE else ""
            why = (
                "there is no such address" if isinstance(error, socket.gaierror) else error.strerror
            )
            raise BindRefused(f"{_url(host, port)}: {why}.{tip}") from error
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


class _Log(Logger):  # type: ignore[misc] # gunicorn has no types
    """What gunicorn has to say goes where everything else goes."""

    def setup(self, cfg: Any) -> None:  # noqa: ANN401 - gunicorn's
        super().setup(cfg)
        self.error_log.handlers.clear()
        self.error_log.propagate = True


class _Master(Arbiter):  # type: ignore[misc] # gunicorn has no types
    """Ends on Ctrl-C as on SIGTERM: what was begun is answered. A second Ctrl-C is quick."""

    def spawn_worker(self) -> Any:  # noqa: ANN401 - gunicorn's
        # A child that is asked to end before it can hear would go on, and be killed in the end.
        signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGTERM,))
        try:
            return super().spawn_worker()
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGTERM,))

    def handle_int(self) -> None:
        raise StopIteration


class _Application(BaseApplication):  # type: ignore[misc] # gunicorn has no types
    """The application and its settings, as gunicorn asks for them."""

    def __init__(self, app: Flask, settings: Settings, names: dict[str, Any]) -> None:
        self._app, self.settings, self._names = app, settings, names
        super().__init__()

    def load_config(self) -> None:
        for name, value in self._names.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        return self._app

    def run(self) -> None:
        _Master(self).run()
