#!/usr/bin/env python3
"""Measures what nests lose by what is around them: programs of several nests in one region, beside the same with a new
region wherever a line says `// next nest`.

    bench/nests.py --runs=5
    bench/nests.py --programs=cleared-stencil --preset=MEDIUM

Both are optimized with and without threads and run in turns with what gcc makes of the source; all results have to be
the source's, bit for bit. A ratio above 1 says that the nests are faster together than apart.
"""

import argparse
import os
import re
import statistics
import sys
from pathlib import Path

from comparison.markdown import table_head, table_row
from comparison.tools import complaint, run_tool, with_threads

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "bench/nests"
FLAGS = ["-O3", "-march=native", "-ffp-contract=off"]
TARGETS = {"c": 1, "openmp": os.cpu_count()}  # threads
LIMIT = 600  # seconds, for each command


class Program:
    """One program in its builds: the source, and for each target what is made of it together and apart."""

    def __init__(self, source, options):
        self.source, self.options = source, options
        self.folder = Path(options.output) / source.stem
        self.folder.mkdir(parents=True, exist_ok=True)
        self.seconds = {}  # by build

    def run(self, command, threads=1):
        status, output, errors = run_tool([str(part) for part in command], LIMIT, with_threads(threads))
        if status != 0:
            sys.exit(f"{self.source.stem}: {complaint(status, errors)}")
        return output

    def compile(self, source, build):
        self.run(["gcc", *FLAGS, "-fopenmp", "-w", f"-I{FOLDER}", source, "-o", self.folder / build, "-lm"])
        self.seconds[build] = []

    def build(self):
        self.compile(self.source, "source")
        apart = self.folder / "apart.c"
        apart.write_text(re.sub(r"^ *// next nest$", "#pragma endscop\n#pragma scop", self.source.read_text(), flags=re.M))
        for target in TARGETS:
            for way, source in (("together", self.source), ("apart", apart)):
                output = self.folder / f"{target}-{way}.c"
                self.run([self.options.espalier, source, f"--target={target}", f"-I{FOLDER}", "-o", output])
                self.compile(output, output.stem)

    def measure(self, build):
        threads = TARGETS.get(build.split("-")[0], 1)
        check = f"--{'write' if build == 'source' else 'compare'}={self.folder / 'results'}"
        output = self.run([self.folder / build, f"--preset={self.options.preset}", check], threads)
        self.seconds[build].append(float(re.search(r"^time: (\S+)$", output, re.M)[1]))

    def row(self):
        """Seconds of the source, then for each target of the nests together, and the ratios of source and apart."""
        least = {build: min(times) for build, times in self.seconds.items()}
        cells = [self.source.stem, f"{least['source']:.3f}"]
        for target in TARGETS:
            together = least[f"{target}-together"]
            cells += [f"{together:.3f}", f"{least['source'] / together:.2f}", f"{self.ratio(target):.2f}"]
        return cells

    def ratio(self, target):
        """Of the nests apart to the nests together: the median of runs that followed each other."""
        return statistics.median(apart / together for together, apart in
                                 zip(self.seconds[f"{target}-together"], self.seconds[f"{target}-apart"]))


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--espalier", default=str(ROOT / "build/release/bin/espalier"))
    parser.add_argument("--programs", help="names, separated by commas (default: all)")
    parser.add_argument("--preset", default="LARGE")
    parser.add_argument("--runs", type=int, default=3, help="of every build (default: 3)")
    parser.add_argument("--output", default=str(ROOT / "build/bench/nests"), help="folder (default: build/bench/nests)")
    return parser.parse_args()


def main():
    options = parse_arguments()
    wanted = options.programs.split(",") if options.programs else None
    programs = [Program(source, options) for source in sorted(FOLDER.glob("*.c"))
                if wanted is None or source.stem in wanted]
    for program in programs:
        program.build()
        for _ in range(options.runs):
            for build in program.seconds:
                program.measure(build)
    columns = ["program", "source, s"]
    for target in TARGETS:
        columns += [f"{target}, s", "to source", "to apart"]
    print("\n".join([*table_head(columns), *(table_row(program.row()) for program in programs)]))


if __name__ == "__main__":
    main()
