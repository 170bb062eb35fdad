#!/usr/bin/env python3
"""Fuzzes what reads: ``fuzz.py -runs=100000 FOLDER...``, with the options of libFuzzer.

New inputs go to the first folder. One that breaks something is written where ``-artifact_prefix``
says: mend what it shows, and put it into the corpus. ``-merge=1 tests/fuzz/corpus build/fuzz`` puts
there what reaches lines that nothing else reaches.
"""

from __future__ import annotations

import sys
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

with atheris.instrument_imports(include=["settle"]):
    from tests.fuzz.parsers import look

if __name__ == "__main__":
    atheris.Setup(sys.argv, look)
    atheris.Fuzz()
