#!/usr/bin/env python3
"""Measures computations in the ways in which people write them: each folder of `bench/spellings` has one computation,
and a file for each spelling.

    bench/spellings.py --runs=5
    bench/spellings.py --computations=product --spellings=linear,textbook --preset=MEDIUM
    bench/spellings.py --computations=all-pairs-paths --define=LENGTH=double

All spellings are optimized with and without threads, and run in turns with what gcc and clang make of them; all results
have to be those of gcc's `textbook`, bit for bit. The source's time is that of the better compiler. For each target, the
last column has the time in relation to that of the fastest spelling. What misses an aim is listed in the end.
"""

import argparse
from pathlib import Path

from comparison.builds import TARGETS, Builds
from comparison.markdown import table_head, table_row

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "bench/spellings"
REFERENCE = "textbook"
SOURCES = {"source": "gcc", "source-clang": "clang"}  # builds of the source, and their compilers


class Spelling(Builds):
    """One spelling of a computation, as it is and optimized for each target."""

    def __init__(self, source, options):
        folder = Path(options.output) / source.parent.name
        super().__init__(source.stem, folder / source.stem, options.preset, folder / "results")
        self.source, self.options = source, options

    def build(self):
        defines = [f"-D{define}" for define in self.options.define]
        for build, compiler in SOURCES.items():
            self.compile(self.source, build, self.source.parent, compiler, defines)
        for target in TARGETS:
            output = self.folder / f"{target}.c"
            self.run([self.options.espalier, self.source, f"--target={target}", *defines, "-o", output])
            self.compile(output, target, self.source.parent, options=defines)

    def least(self, *builds):
        return min(time for build in builds for time in self.seconds[build])


def table_of(spellings):
    rows = []
    for one in spellings:
        source = one.least(*SOURCES)
        cells = [one.name, f"{source:.3f}"]
        for target in TARGETS:
            fastest = min(other.least(target) for other in spellings)
            cells += [f"{one.least(target):.3f}", f"{source / one.least(target):.2f}",
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
        behind = [one.name for one in spellings if 0.95 * one.least(target) > one.least(*SOURCES)]
        yield (f"{folder}, {target}: {len(spellings) - len(slow)} of {len(spellings)} within 1.3"
               + (f"; others: {', '.join(slow)}" if slow else "")
               + (f"; slower than the source: {', '.join(behind)}" if behind else ""))


def measure(sources, options):
    spellings = [Spelling(source, options) for source in sources]
    for spelling in spellings:
        spelling.build()
    for run in range(options.runs):
        for spelling in spellings:
            for build in spelling.seconds:
                writes = run == 0 and build == "source" and spelling.name == REFERENCE
                spelling.measure(build, writes)
    return spellings


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--espalier", default=str(ROOT / "build/release/bin/espalier"))
    parser.add_argument("--computations", help="names of folders, separated by commas (default: all)")
    parser.add_argument("--spellings", help="names of files, separated by commas, beside textbook (default: all)")
    parser.add_argument("--define", action="append", default=[], metavar="NAME=VALUE", help="a macro, for all compilers")
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
