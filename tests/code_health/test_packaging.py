"""The wheel: built offline, installed elsewhere, started from an empty folder."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

import settle.data
from settle.data import data_folder
from tests.code_health.tree import ROOT, project_files, pyproject

KINDS = ("schemas", "rulesets", "examples")


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    """Run a command with hardly any environment and return what it printed; fail if it fails."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={"PATH": os.environ["PATH"], **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """Build the wheel with what is installed: no build isolation, so no network."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def elsewhere(wheel, tmp_path_factory) -> Path:
    """A fresh virtual environment with the wheel in it; returns its folder of programs.

    The libraries are lent by the environment of the tests through a .pth file. The editable
    install there is not lent along: it is a .pth file itself, and those do not chain.
    """
    folder = tmp_path_factory.mktemp("venv")
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin" / "python"
    run(
        *(sys.executable, "-m", "pip", "--python", python, "install"),
        *("--quiet", "--no-index", "--no-deps", "--no-compile", "--disable-pip-version-check"),
        wheel,
        cwd=folder,
    )
    ask = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages = Path(run(python, "-c", ask, cwd=folder).strip())
    (packages / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder / "bin"


def test_the_wheel_finds_its_data_from_an_empty_folder(elsewhere, tmp_path):
    ask = (
        "import settle.data as d; print(d.__file__);"
        f"[print(d.data_folder(kind)) for kind in {KINDS}]"
    )
    module, *folders = run(elsewhere / "python", "-c", ask, cwd=tmp_path).splitlines()
    package = Path(module).parent
    assert package.is_relative_to(elsewhere.parent)
    assert [Path(folder) for folder in folders] == [package / "_data" / kind for kind in KINDS]


def test_the_command_starts_from_an_empty_folder(elsewhere, tmp_path):
    version = pyproject()["project"]["version"]
    assert version in run(elsewhere / "settle", "--version", cwd=tmp_path)
    assert version in run(elsewhere / "python", "-m", "settle", "--version", cwd=tmp_path)
    assert "Usage" in run(elsewhere / "settle", "--help", cwd=tmp_path)
    demo = run(
        elsewhere / "settle", "demo", "--no-serve", "--lang", "en", cwd=tmp_path, PYTHONUTF8="1"
    )
    assert "amy → cat 1300 TWD" in demo


def test_the_wheel_holds_the_package_and_the_data_and_nothing_else(wheel):
    expected = {
        path.as_posix() if path.parts[0] == "settle" else f"settle/_data/{path.as_posix()}"
        for path in project_files()
        if path.parts[0] in {"settle", *KINDS}
    }
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert packed == expected


def test_a_checkout_finds_its_data_beside_the_package():
    assert [data_folder(kind) for kind in KINDS] == [ROOT / kind for kind in KINDS]


def test_an_incomplete_installation_is_told_plainly(tmp_path, monkeypatch):
    (tmp_path / "rulesets").mkdir()  # somebody else's folder in site-packages
    monkeypatch.setattr(settle.data, "_PACKAGE", tmp_path / "settle")
    with pytest.raises(
        FileNotFoundError, match=r"rulesets folder of settle .* install settle again"
    ):
        data_folder("rulesets")
