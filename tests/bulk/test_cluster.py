"""``settle score --cluster`` on a real Dask cluster, a scheduler and two workers in processes."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ed25519
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from settle.bulk import shards
from settle.bulk.answering import Agreed
from settle.bulk.cluster import ClusterRefused, Job, require_safe, score_shard
from settle.bulk.shards import MANIFEST, in_shards, plan
from tests.cli.rounds import line
from tests.cli.running import ENVIRONMENT, ROOT, settle

GOOD, REFUSED = line(), line(ruleset="no-such-rules")
ROUNDS = GOOD * 3 + REFUSED + line(ruleset="tw-scoop-only")
NO_FLAGS = Agreed(None, {})


class Cluster:
    """A scheduler and workers without anything that starts them anew."""

    def __init__(self, folder: Path, protocol: str = "tcp", **environment: str) -> None:
        self._folder = folder
        self._environment = {**ENVIRONMENT, "PYTHONPATH": str(ROOT), **environment}
        self.processes: list[subprocess.Popen[bytes]] = []
        self.address = self._start(
            *("scheduler", "--port", "0", "--protocol", protocol),
            *("--host", "127.0.0.1", "--dashboard-address", "127.0.0.1:0"),
            awaited=r"Scheduler at: +(\S+)",
        )

    def add_worker(self, *arguments: str) -> subprocess.Popen[bytes]:
        """One more; returns its process once it is there."""
        self._start(
            *("worker", self.address, "--no-nanny", "--nthreads", "1", "--no-dashboard"),
            *(arguments or ("--host", "127.0.0.1")),
            awaited="Registered to",
        )
        return self.processes[-1]

    def _start(self, *arguments: str, awaited: str) -> str:
        process = subprocess.Popen(
            [sys.executable, "-m", "dask", *arguments],
            cwd=self._folder,
            env=self._environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        self.processes.append(process)
        for text in process.stderr:
            found = re.search(awaited, text.decode())
            if found:
                # What nobody reads fills its pipe.
                threading.Thread(target=process.stderr.read, daemon=True).start()
                return found[found.re.groups]
        raise AssertionError(f"the {arguments[0]} did not start")

    def end(self) -> None:
        for process in reversed(self.processes):
            process.kill()
            process.wait()
            process.stderr.close()


@contextmanager
def cluster_in(folder: Path, protocol: str = "tcp", **environment: str) -> Iterator[Cluster]:
    made = Cluster(folder, protocol, **environment)
    try:
        yield made
    finally:
        made.end()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with cluster_in(tmp_path_factory.mktemp("cluster")) as made:
        made.add_worker()
        made.add_worker()
        yield made


@pytest.fixture
def file(tmp_path, monkeypatch):
    """100 rounds, of which 20 are refused, for 10 shards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(shards, "SHARD_SIZE", 2 * len(ROUNDS))
    made = tmp_path / "rounds.ndjson"
    made.write_text(ROUNDS * 20)
    return made


def test_the_same_bytes_as_on_one_machine(cluster, file, tmp_path):
    (tmp_path / "more.ndjson").write_text(REFUSED)
    arguments = ["score", "rounds.ndjson", "more.ndjson"]
    whole = settle(*arguments, cwd=tmp_path)
    elsewhere = settle(*arguments, "--shards", "kept", "--cluster", cluster.address, cwd=tmp_path)
    assert elsewhere == whole
    assert (whole.status, whole.stdout.count(b"\n")) == (1, 101)
    # Every shard is finished, and nobody is asked.
    again = ["--shards", "kept", "--cluster", "tcp://127.0.0.1:9"]
    assert settle(*arguments, *again, cwd=tmp_path) == whole


def run(folder: Path, address: str, most: int = 1000) -> list[int]:
    """Make shards of ten rounds, break off after some; returns the numbers of those made."""
    planned = plan(["rounds.ndjson"], None, NO_FLAGS, shard_size=2 * len(ROUNDS))
    numbers = []
    with in_shards(folder, planned, NO_FLAGS, 1, address) as done:
        for shard, _ in done:
            numbers.append(shard.number)
            if len(numbers) == most:
                break
    return numbers


def times(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in folder.glob("results-*.ndjson")}


def results(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.glob("results-*.ndjson")))


def test_it_goes_on_behind_what_is_finished(cluster, file, tmp_path):
    folder = tmp_path / "kept"
    assert run(folder, cluster.address, most=3) == [1, 2, 3]
    (folder / "results-00009.ndjson.elsewhere.1.part").write_text("left")
    assert run(folder, cluster.address) == list(range(1, 11))
    assert results(folder) == settle("score", str(file)).stdout
    assert not list(folder.glob("*.part"))


def test_who_is_lost_costs_only_what_they_were_at(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rounds.ndjson").write_text(ROUNDS * 1200)
    planned = plan(["rounds.ndjson"], None, NO_FLAGS, shard_size=100 * len(ROUNDS))
    folder, before = tmp_path / "kept", {}
    with cluster_in(tmp_path) as cluster:
        victim = cluster.add_worker()
        cluster.add_worker()
        with in_shards(folder, planned, NO_FLAGS, 1, cluster.address) as done:
            for shard, _ in done:
                if shard.number <= 3:
                    before[shard.file] = times(folder)[shard.file]
                if shard.number == 3:
                    victim.send_signal(signal.SIGKILL)
        assert victim.wait() == -signal.SIGKILL
    assert len(before) == 3
    assert before.items() <= times(folder).items()
    with_one = settle("score", "rounds.ndjson", cwd=tmp_path)
    assert results(folder) == with_one.stdout
    assert not list(folder.glob("*.part"))
    assert len((folder / MANIFEST).read_bytes().splitlines()) == 1 + 12


# --- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    ["tcp://10.0.0.5:8786", "tcp://0.0.0.0:8786", "tcp://[::]:8786", "tcp://scheduler.example:1"],
)
def test_where_others_could_listen_nothing_is_sent(address, file):
    told = settle("score", "--shards", "kept", "--cluster", address, str(file), cwd=file.parent)
    assert (told.status, told.stdout) == (1, b"")
    assert "can be reached by others" in told.stderr
    assert not (file.parent / "kept").exists()


@pytest.mark.parametrize(
    "address", ["localhost:8786", "", "inproc://1", "tls://", "tcp://[", "tcp:"]
)
def test_what_is_no_address(address):
    with pytest.raises(ClusterRefused, match="is no address of a scheduler"):
        require_safe(address)


@pytest.mark.parametrize("address", ["tcp://localhost:1", "tcp://[::1]:1", "tls://10.0.0.5:8786"])
def test_where_nobody_else_listens(address):
    require_safe(address)


def refused(folder: Path, address: str) -> str:
    """What is said to whoever asks for this cluster."""
    with pytest.raises(ClusterRefused) as told:
        run(folder, address)
    return str(told.value)


def test_a_worker_that_others_reach_is_none(file, tmp_path):
    with cluster_in(tmp_path) as cluster:
        cluster.add_worker(
            *("--listen-address", "tcp://127.0.0.1:0"),
            *("--contact-address", "tcp://192.0.2.1:4321"),
        )
        assert "tcp://192.0.2.1:4321 can be reached" in refused(tmp_path / "kept", cluster.address)
    assert not list((tmp_path / "kept").glob("results*"))


def test_nobody_is_there(file, tmp_path, monkeypatch):
    monkeypatch.setattr("settle.bulk.cluster.PATIENCE", 1)
    with cluster_in(tmp_path) as cluster:
        assert "has no worker" in refused(tmp_path / "kept", cluster.address)
    assert "No scheduler answers" in refused(tmp_path / "kept", cluster.address)


def test_another_settle_works_on_nothing(file, tmp_path):
    planned = plan(["rounds.ndjson"], None, NO_FLAGS)
    told = planned.header["settle"], planned.header["rulesets"]
    job = Job(tmp_path, NO_FLAGS, False, *told)
    with pytest.raises(ClusterRefused, match=r"not those of 0\.0\.7"):
        score_shard(planned.shards[0], job._replace(settle="0.0.7"))
    with pytest.raises(ClusterRefused, match="and its rulesets"):
        score_shard(planned.shards[0], job._replace(rulesets={}))
    assert not list(tmp_path.glob("results*"))


def test_what_a_worker_cannot_read_is_told(cluster, file, tmp_path):
    planned = plan(["rounds.ndjson"], None, NO_FLAGS, shard_size=2 * len(ROUNDS))
    file.write_text(ROUNDS)
    with (
        pytest.raises(OSError, match="was changed while it was read"),
        in_shards(tmp_path / "kept", planned, NO_FLAGS, 1, cluster.address) as done,
    ):
        list(done)


def test_the_library_is_missing(file):
    code = (
        "import sys; sys.modules['distributed'] = None; from settle.cli import main; "
        "sys.argv[1:] = 'score --shards x --cluster tcp://[::1]:1 rounds.ndjson'.split(); main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=file.parent,
        env={**ENVIRONMENT, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert 'pip install "settle[cluster]"' in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["--cluster", "tcp://[::1]:1"],
        ["--cluster", "tcp://[::1]:1", "--shards", "x", "--jobs", "2"],
    ],
)
def test_a_cluster_works_in_shards_alone(file, arguments):
    done = settle("score", *arguments, "rounds.ndjson", cwd=file.parent)
    assert (done.status, done.stdout) == (2, b"")
    assert "--cluster works in --shards" in done.stderr


# --- TLS -----------------------------------------------------------------------------------------


def certified(folder: Path) -> dict[str, str]:
    """A certificate for everybody, and how Dask is told of it."""
    key = ed25519.Ed25519PrivateKey.generate()
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "cluster")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, None)
    )
    (folder / "cert.pem").write_bytes(certificate.public_bytes(Encoding.PEM))
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (folder / "key.pem").write_bytes(private)
    whose = [
        f"{who}__{what}" for who in ("CLIENT", "SCHEDULER", "WORKER") for what in ("CERT", "KEY")
    ]
    told = {place: str(folder / f"{place.split('__')[1].lower()}.pem") for place in whose}
    told["CA_FILE"] = str(folder / "cert.pem")
    return {f"DASK_DISTRIBUTED__COMM__TLS__{place}": path for place, path in told.items()}


def test_by_tls(file, tmp_path, monkeypatch):
    monkeypatch.setattr("settle.bulk.cluster.PATIENCE", 1)
    certificates = certified(tmp_path)
    with cluster_in(tmp_path, "tls", **certificates) as cluster:
        cluster.add_worker()
        assert cluster.address.startswith("tls://")
        arguments = ["score", "--shards", "kept", "--cluster", cluster.address, "rounds.ndjson"]
        done = settle(*arguments, cwd=tmp_path, **certificates)
        assert done == settle("score", "rounds.ndjson", cwd=tmp_path)
        assert "No scheduler answers" in refused(tmp_path / "other", cluster.address)
