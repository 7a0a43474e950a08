#!/usr/bin/env python3
"""Holds the estimate against what it estimates: every choice that Espalier has for a program, predicted beside measured.

    bench/estimate.py --target=c --runs=3
    bench/estimate.py --programs=adi,atax --preset=MEDIUM

Programs are the kernels and the applications. For each, the choices that `--explain` compares
are taken one after the other (`--choice`), compiled with gcc, and run in turns with the source; results have to be the
source's bit for bit. Speeds are relative to the source. The choice that Espalier takes is marked; the last column is its
speed in relation to that of the fastest. At the end, for how many programs that is 0.9 or more.
"""

import argparse
import re
from pathlib import Path

from comparison.builds import TARGETS, Builds, build_all
from comparison.markdown import table_head, table_row

ROOT = Path(__file__).resolve().parent.parent
SOURCE = "the source"
REMARK = re.compile(r"remark: (.*) \(the source takes (\S+) cycles(?:; relative speeds: (.*?))?\)(?: \[R\d+\])?$", re.M)


class Region:
    """What a remark says of a region's choices: speeds by their names, and which one was taken."""

    def __init__(self, verdict, cycles, speeds):
        self.cycles, self.speeds = float(cycles), {SOURCE: 1.0}
        for name, speed in re.findall(r"(?:^|, )`?(.*?)`? ([\d.]+)(?=,|$)", speeds or ""):
            self.speeds[name] = float(speed)
        title = verdict.partition("this is the fastest: ")[2]
        by = re.search(r"by `(\w+)`$", title)
        self.taken = by.group(1) if by else title or SOURCE

    def cycles_of(self, choice):
        return self.cycles / self.speeds.get(choice, self.speeds.get(self.taken, 1.0))


class Program(Builds):
    """A program with each of its choices."""

    def __init__(self, source, options):
        super().__init__(source.stem, Path(options.output) / source.parent.name / source.stem, options.preset)
        self.source, self.options, self.regions = source, options, []

    def build(self):
        self.compile(self.source, "source", self.source.parent)
        remarks = self.optimized("taken", ["--explain"])
        self.regions = [Region(*found) for found in REMARK.findall(remarks)]
        self.files = {}  # by choice
        for choice in sorted({name for region in self.regions for name in region.speeds} - {SOURCE}):
            build = f"{self.options.target}-{re.sub(r'[^a-z]+', '-', choice)}"
            self.optimized(build, [f"--choice={choice}"])
            self.compile(self.folder / f"{build}.c", build, self.source.parent)
            self.files[choice] = build

    def optimized(self, build, options):
        """What Espalier says about a program that it writes."""
        output = self.folder / f"{build}.c"
        log = self.folder / f"{build}.log"
        self.run([self.options.espalier, self.source, f"--target={self.options.target}", "-o", output, *options], log=log)
        return log.read_text()

    def measure_all(self):
        for run in range(self.options.runs):
            for build in self.seconds:
                self.measure(build, run == 0 and build == "source")

    def speed(self, build):
        return min(self.seconds["source"]) / min(self.seconds[build])

    def taken(self):
        """The choice of the region with most work."""
        return max(self.regions, key=lambda region: region.cycles).taken

    def rows(self):
        """A row for each choice, and how the taken one compares with the fastest."""
        cycles = sum(region.cycles for region in self.regions)
        measured = {SOURCE: 1.0} | {choice: self.speed(build) for choice, build in self.files.items()}
        predicted = {choice: cycles / sum(region.cycles_of(choice) for region in self.regions) for choice in measured}
        share = measured.get(self.taken(), 1.0) / max(measured.values())
        rows = []
        for choice in sorted(measured, key=lambda choice: -measured[choice]):
            is_taken = choice == self.taken()
            rows.append(table_row([self.name, f"**{choice}**" if is_taken else choice, f"{predicted[choice]:.2f}",
                                   f"{measured[choice]:.2f}", f"{measured[choice] / predicted[choice]:.2f}",
                                   f"{share:.2f}" if is_taken else ""]))
        return rows, share


def sources(wanted):
    found = [*(ROOT / "bench/kernels").glob("*.c"), *(ROOT / "bench/applications").glob("*.c")]
    return sorted(path for path in found if not wanted or path.stem in wanted)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--espalier", default=str(ROOT / "build/release/bin/espalier"))
    parser.add_argument("--programs", help="names, separated by commas (default: all)")
    parser.add_argument("--target", choices=list(TARGETS), default="c")
    parser.add_argument("--preset", default="LARGE")
    parser.add_argument("--runs", type=int, default=3, help="of every build (default: 3)")
    parser.add_argument("--output", default=str(ROOT / "build/bench/estimate"), help="folder (default: build/bench/estimate)")
    return parser.parse_args()


def main():
    options = parse_arguments()
    print("\n".join(table_head(["program", "choice", "predicted", "measured", "measured to predicted", "taken to fastest"])))
    shares = {}
    programs = [Program(source, options) for source in sources(options.programs.split(",") if options.programs else None)]
    build_all(programs)
    for program in programs:
        if not program.files:
            continue
        program.measure_all()
        rows, shares[program.name] = program.rows()
        print("\n".join(rows), flush=True)
    good = [name for name, share in shares.items() if share >= 0.9]
    print(f"\ntaken within a tenth of the fastest: {len(good)} of {len(shares)}; not: "
          + ", ".join(name for name in shares if name not in good))


if __name__ == "__main__":
    main()
