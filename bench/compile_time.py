#!/usr/bin/env python3
"""Measures Espalier's own time: long functions of each kind, the programs, and the kernels, beside a compiler's.

    bench/compile_time.py --espalier=build/release/bin/espalier --runs=3

Prints a table of user seconds, the least of some runs, and of the polyhedral operations that --budget counts.
"""

import argparse
import re
import resource
import subprocess
import tempfile
from pathlib import Path

from comparison.markdown import table_head, table_row
from long_functions import LONG_FUNCTIONS

ROOT = Path(__file__).resolve().parent.parent
COMPILER = ["gcc", "-O3", "-march=native", "-c", "-o", "/dev/null", "-w"]


def user_seconds(command, runs):
    """The least user time of some runs, and what the last one printed to standard error."""
    least = None
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        taken = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        least = taken if least is None else min(least, taken)
    return least, done.stderr


class Row:
    """What files take, one after the other."""

    def __init__(self, name, files, arguments):
        self.name, self.lines, self.most = name, 0, 0.0
        self.seconds, self.operations, self.compiler = {"c": 0.0, "openmp": 0.0}, 0, 0.0
        for file in files:
            includes = f"-I{file.parent}"
            self.lines += len(file.read_text().splitlines())
            self.compiler += user_seconds([*COMPILER, includes, file], arguments.runs)[0]
            for target in self.seconds:
                command = [arguments.espalier, file, includes, f"--target={target}", "--timings", "-o", "/dev/null"]
                seconds, said = user_seconds(command, arguments.runs)
                self.seconds[target] += seconds
                self.most = max(self.most, seconds)
                self.operations = max(self.operations, int(re.search(r"timing: operations (\d+)", said).group(1)))

    def cells(self):
        return [self.name, str(self.lines), f"{self.compiler:.2f}", f"{self.seconds['c']:.2f}",
                f"{self.seconds['openmp']:.2f}", f"{self.most:.2f}", f"{self.operations / 1e6:.1f}"]


def rows(arguments, folder):
    for name, make in LONG_FUNCTIONS.items():
        file = folder / f"{name}.c"
        file.write_text(make())
        yield Row(name.replace("_", " "), [file], arguments)
    for file in sorted(ROOT.glob("bench/programs/*/source.c")):
        yield Row(file.parent.name, [file], arguments)
    yield Row("all kernels", sorted(ROOT.glob("bench/kernels/*.c")), arguments)
    yield Row("all applications", sorted(ROOT.glob("bench/applications/*.c")), arguments)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--espalier", default=ROOT / "build/release/bin/espalier")
    parser.add_argument("--runs", type=int, default=3)
    arguments = parser.parse_args()
    print("\n".join(table_head(["input", "lines", "gcc -O3 (s)", "c (s)", "openmp (s)", "most for a file (s)",
                                "operations (10^6)"])))
    with tempfile.TemporaryDirectory() as folder:
        for row in rows(arguments, Path(folder)):
            print(table_row(row.cells()), flush=True)


main()
