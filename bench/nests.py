#!/usr/bin/env python3
"""Measures what nests lose by what is around them: programs of several nests in one region, beside the same with a new
region wherever a line says `// next nest`.

    bench/nests.py --runs=5
    bench/nests.py --programs=cleared-stencil --preset=MEDIUM

Both are optimized with and without threads and run in turns with what gcc makes of the source; all results have to be
the source's, bit for bit. A ratio above 1 says that the nests are faster together than apart.
"""

import argparse
import re
import statistics
from pathlib import Path

from comparison.builds import TARGETS, Builds, build_all
from comparison.markdown import table_head, table_row

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "bench/nests"


class Program(Builds):
    """One program in its builds: the source, and for each target what is made of it together and apart."""

    def __init__(self, source, options):
        super().__init__(source.stem, Path(options.output) / source.stem, options.preset)
        self.source, self.options = source, options

    def build(self):
        self.compile(self.source, "source", FOLDER)
        apart = self.folder / "apart.c"
        apart.write_text(re.sub(r"^ *// next nest$", "#pragma endscop\n#pragma scop", self.source.read_text(), flags=re.M))
        for target in TARGETS:
            for way, source in (("together", self.source), ("apart", apart)):
                output = self.folder / f"{target}-{way}.c"
                self.run([self.options.espalier, source, f"--target={target}", f"-I{FOLDER}", "-o", output])
                self.compile(output, output.stem, FOLDER)

    def row(self):
        """Seconds of the source, then for each target of the nests together, and the ratios of source and apart."""
        least = {build: min(times) for build, times in self.seconds.items()}
        cells = [self.name, f"{least['source']:.3f}"]
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
    build_all(programs)
    for program in programs:
        for _ in range(options.runs):
            for build in program.seconds:
                program.measure(build, writes=build == "source")
    columns = ["program", "source, s"]
    for target in TARGETS:
        columns += [f"{target}, s", "to source", "to apart"]
    print("\n".join([*table_head(columns), *(table_row(program.row()) for program in programs)]))


if __name__ == "__main__":
    main()
