#!/usr/bin/env python3
"""Measures computations in the ways in which people write them: each folder of `bench/spellings` has one computation,
and a file for each spelling.

    bench/spellings.py --runs=5
    bench/spellings.py --computations=product --spellings=linear,textbook --preset=MEDIUM
    bench/spellings.py --computations=all-pairs-paths --define=LENGTH=double

All spellings, and what Espalier makes of them with and without threads, run in turns, as gcc and as clang compile them; all
results have to be those of gcc's `textbook`, bit for bit. Times are those of the better compiler, and of the least of all
runs; what is over soon is computed several times in a run, of which the median counts. For each target, the last column has the
time in relation to that of the fastest spelling. What misses an aim is listed in the end.
"""

import argparse
from pathlib import Path

from comparison.builds import COMPILERS, TARGETS, Builds, build_all
from comparison.markdown import table_head, table_row

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "bench/spellings"
REFERENCE = "textbook"
SOURCE = "source"
LONG_ENOUGH = 0.1  # seconds, for a run
LONG_CALL = 0.2  # seconds; what takes longer is computed once in a run
FEWEST_CALLS, MOST_CALLS = 5, 20  # otherwise: the first ones find memory that is new to the process


class Spelling(Builds):
    """One spelling of a computation, as it is and optimized for each target."""

    def __init__(self, source, options):
        folder = Path(options.output) / source.parent.name
        super().__init__(source.stem, folder / source.stem, options.preset, folder / "results")
        self.source, self.options = source, options
        self.same = {SOURCE}  # kinds with the text of the source

    def build(self):
        defines = [f"-D{define}" for define in self.options.define]
        machine = [f"--machine={self.options.machine}"] if self.options.machine else []
        codes = {SOURCE: self.source, **{target: self.folder / f"{target}.c" for target in TARGETS}}
        for target in TARGETS:
            self.run([self.options.espalier, self.source, f"--target={target}", *machine, *defines, "--explain",
                      "-o", codes[target]], log=self.folder / f"{target}.remarks")
            if codes[target].read_bytes() == self.source.read_bytes():
                self.same.add(target)
        for kind, code in codes.items():
            for compiler in self.options.compilers:
                self.compile(code, f"{kind}-{compiler}", self.source.parent, compiler, defines)

    def find_calls(self, writes):
        """How often each build is to compute in a run, so that it takes a while. With `writes`, the first build writes the
        results."""
        first = f"{SOURCE}-{self.options.compilers[0]}"
        self.calls = {}
        for build in self.seconds:
            self.measure(build, writes and build == first)
            seconds = self.seconds[build].pop()
            fewest = 1 if seconds > LONG_CALL else FEWEST_CALLS
            self.calls[build] = max(fewest, min(MOST_CALLS, int(LONG_ENOUGH / max(seconds, 1e-9))))

    def measure_all(self):
        for build, calls in self.calls.items():
            self.measure(build, False, options=[f"--repeat={calls}"])

    def least(self, kind):
        """The least time of code of a kind: that of all runs of the same code."""
        kinds = self.same if kind in self.same else [kind]
        return min(time for each in kinds for compiler in self.options.compilers
                   for time in self.seconds[f"{each}-{compiler}"])


def table_of(spellings):
    rows = []
    for one in spellings:
        source = one.least(SOURCE)
        cells = [one.name, f"{source:.3g}"]
        for target in TARGETS:
            fastest = min(other.least(target) for other in spellings)
            cells += [f"{one.least(target):.3g}", f"{source / one.least(target):.2f}",
                      f"{one.least(target) / fastest:.2f}"]
        rows.append(table_row(cells))
    columns = ["spelling", "source, s"]
    for target in TARGETS:
        columns += [f"{target}, s", "speed to source", "time to fastest"]
    return "\n".join([*table_head(columns), *rows])


def misses(folder, spellings):
    """What is missed of the aims, a line for each target: 1.3 of the fastest one's time, 0.95 of the source's speed."""
    for target in TARGETS:
        fastest = min(other.least(target) for other in spellings)
        slow = [one.name for one in spellings if one.least(target) > 1.3 * fastest]
        behind = [one.name for one in spellings if 0.95 * one.least(target) > one.least(SOURCE)]
        yield (f"{folder}, {target}: {len(spellings) - len(slow)} of {len(spellings)} within 1.3"
               + (f"; others: {', '.join(slow)}" if slow else "")
               + (f"; slower than the source: {', '.join(behind)}" if behind else ""))


def measure(sources, options):
    spellings = [Spelling(source, options) for source in sources]
    build_all(spellings)
    for spelling in spellings:
        spelling.find_calls(writes=spelling.name == REFERENCE)
    for _ in range(options.runs):
        for spelling in spellings:
            spelling.measure_all()
    return spellings


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--espalier", default=str(ROOT / "build/release/bin/espalier"))
    parser.add_argument("--computations", help="names of folders, separated by commas (default: all)")
    parser.add_argument("--spellings", help="names of files, separated by commas, beside textbook (default: all)")
    parser.add_argument("--define", action="append", default=[], metavar="NAME=VALUE", help="a macro, for all compilers")
    parser.add_argument("--machine", help="the description that code is for (default: this machine's)")
    parser.add_argument("--compilers", type=lambda names: names.split(","), default=list(COMPILERS),
                        help="separated by commas; results have to be those of the first (default: all)")
    parser.add_argument("--preset", default="LARGE")
    parser.add_argument("--runs", type=int, default=3, help="of every build (default: 3)")
    parser.add_argument("--output", default=str(ROOT / "build/bench/spellings"),
                        help="folder (default: build/bench/spellings)")
    return parser.parse_args()


def main():
    options = parse_arguments()
    wanted = {option: set(value.split(",")) for option, value in
              (("folder", options.computations), ("file", options.spellings)) if value}
    summary = []
    for folder in sorted(path for path in FOLDER.iterdir() if path.is_dir()):
        if folder.name not in wanted.get("folder", {folder.name}):
            continue
        sources = [source for source in folder.glob("*.c")
                   if source.stem in wanted.get("file", {source.stem}) | {REFERENCE}]
        sources.sort(key=lambda source: (source.stem != REFERENCE, source.stem))
        spellings = measure(sources, options)
        summary += misses(folder.name, spellings)
        print(f"{folder.name}\n\n{table_of(spellings)}\n", flush=True)
    print("\n".join(summary))


if __name__ == "__main__":
    main()
