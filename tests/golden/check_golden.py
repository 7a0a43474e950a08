#!/usr/bin/env python3
"""Compares what espalier prints for the inputs in this folder with the files beside them.

Usage: check_golden.py ESPALIER [--update]

An input's first lines may say `// run: ARGUMENTS`, once per output; the default is
`codegen --verify`, for formats without comments. The output of the n-th run of NAME.c is NAME.n.out. Code is
optimized for the machine of `machine.yaml`, whichever runs the test. With --update, the outputs are written
anew; look at the difference before you commit it.
"""

import difflib
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
MACHINE = {"optimize": ["--machine=machine.yaml"]}


def runs(source):
    found = re.findall(r"^(?://|#) run: (.*)$", source.read_text(), re.M)
    return [line.split() for line in found] or [["codegen", "--verify"]]


def main():
    espalier, update = Path(sys.argv[1]).resolve(), "--update" in sys.argv
    inputs = sorted(path for path in HERE.iterdir() if path.suffix in (".c", ".st", ".sc", ".ai", ".in"))
    expected_files, failures = set(), 0
    for source in inputs:
        for number, (command, *options) in enumerate(runs(source), 1):
            golden = source.with_suffix(f".{number}.out")
            expected_files.add(golden)
            done = subprocess.run([espalier, command, source.name, *MACHINE.get(command, []), *options], cwd=HERE,
                                  capture_output=True, text=True, timeout=60)
            found = done.stdout + done.stderr
            if update:
                golden.write_text(found)
                continue
            expected = golden.read_text() if golden.exists() else ""
            if found != expected:
                failures += 1
                sys.stdout.writelines(difflib.unified_diff(
                    expected.splitlines(True), found.splitlines(True), golden.name, "found"))
    for orphan in sorted(set(HERE.glob("*.out")) - expected_files):
        failures += 1
        print(f"{orphan.name} belongs to no input")
    print(f"{len(expected_files)} outputs compared, {failures} differ"
          + ("" if not failures else "; if that is right: make update-golden"))
    sys.exit(1 if failures else 0)


main()
