#!/usr/bin/env python3
"""Profiles kernels: what their time is spent on, and what they execute and miss in the caches.

Writes a table in Markdown. For the source and for Espalier's code: the share of samples (`perf`, by
the clock) at instructions on vectors of each width, on scalars, and at others; and, counted by
cachegrind, instructions and lines missed in the first-level and second-level data cache. Cachegrind
knows no vectors of 512 bits, so what it runs is made for a machine with vectors of 256.

    bench/profile.py --kernels=gemm,heat-3d
"""

import argparse
import os
import re
import sys
from pathlib import Path

from comparison.cache_simulation import cache_options, kernel_events
from comparison.markdown import number_cell, table_head, table_row
from comparison.sampling import CLASSES, class_shares
from comparison.tools import complaint, run_tool
from comparison.traffic import PRESETS

ROOT = Path(__file__).resolve().parent.parent
KERNELS = ROOT / "bench/kernels"
FLAGS = ["-std=gnu11", "-O3", "-g", "-no-pie", "-I", str(KERNELS)]
SAMPLED, COUNTED = ["-march=native"], ["-march=x86-64-v3"]
VECTOR_BYTES, VECTOR_REGISTERS = 32, 16  # of x86-64-v3
SECONDS_TO_SAMPLE = 1.0


class ToolFailed(Exception):
    pass


def tool(command, limit=1200):
    status, said, errors = run_tool([str(word) for word in command], limit)
    if status != 0:
        raise ToolFailed(f"{Path(command[0]).name}: {complaint(status, errors)}")
    return said


def counted_machine(espalier, work):
    """A file with this machine, but for vectors that cachegrind understands."""
    text = tool([espalier, "machine"])
    text = re.sub(r"^vector:.*$", f"vector: {VECTOR_BYTES}", text, flags=re.M)
    text = re.sub(r"^vector_registers:.*$", f"vector_registers: {VECTOR_REGISTERS}", text,
                  flags=re.M)
    path = work / "machine.yaml"
    path.write_text(text)
    return path


def sources(espalier, kernel, machine, macros, work):
    """(name, file to sample, file to count) for each variant."""
    source = KERNELS / f"{kernel}.c"
    result = [("source", source, source)]
    sampled, counted = work / f"{kernel}.c", work / f"{kernel}-counted.c"
    command = [espalier, "optimize", source, "--target=c", "-I", KERNELS, *macros]
    tool([*command, "-o", sampled])
    tool([*command, f"--machine={machine}", "-o", counted])
    return [*result, ("Espalier", sampled, counted)]


def sample(source, macros, work):
    binary, data = work / "sampled", work / "perf.data"
    tool(["gcc", *FLAGS, *SAMPLED, *macros, source, "-o", binary, "-lm"])
    seconds = float(re.search(r"time: ([\d.]+)", tool([binary]))[1])
    repeat = min(2000, 1 + int(SECONDS_TO_SAMPLE / max(seconds, 1e-9)))
    tool(["perf", "record", "-q", "-e", "cpu-clock", "-F", "5000", "-o", data, binary,
          f"--repeat={repeat}"])
    return class_shares(tool(["perf", "script", "-i", data, "-F", "ip,sym"]),
                        tool(["objdump", "-d", binary]), (KERNELS / "harness.h").read_text())


def count(source, macros, caches, work):
    binary, output = work / "counted", work / "cachegrind.out"
    tool(["gcc", *FLAGS, *COUNTED, *macros, source, "-o", binary, "-lm"])
    tool(["valgrind", "--tool=cachegrind", "--cache-sim=yes", *caches,
          f"--cachegrind-out-file={output}", binary])
    return kernel_events(output.read_text())


def row(name, shares, events):
    millions = [events["Ir"], events["D1mr"] + events["D1mw"], events["DLmr"] + events["DLmw"]]
    return table_row([name, *(f"{100 * shares.get(one, 0):.0f}" for one in CLASSES),
                      *(number_cell(value / 1e6, 1) for value in millions)])


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--espalier", default=str(ROOT / "build/release/bin/espalier"))
    parser.add_argument("--kernels", required=True, help="names, separated by commas")
    parser.add_argument("--preset", default="LARGE", choices=PRESETS)
    parser.add_argument("--output", default=str(ROOT / "build/bench/profile"),
                        help="folder (default: build/bench/profile)")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    work = Path(os.path.relpath(arguments.output))
    work.mkdir(parents=True, exist_ok=True)
    macros = ["-DFIXED_SIZES", f"-DPRESET={arguments.preset}"]
    machine = counted_machine(arguments.espalier, work)
    numbers = {name: int(value) for name, value in re.findall(r"^(\w+): (\d+)", machine.read_text(), re.M)}
    caches = cache_options(numbers)
    head = ["kernel", *(f"{name} (%)" for name in CLASSES), "instructions (M)",
            "first-level misses (M)", "second-level misses (M)"]
    print("\n".join(table_head(head)), flush=True)
    for kernel in arguments.kernels.split(","):
        try:
            for name, sampled, counted in sources(arguments.espalier, kernel, machine, macros, work):
                shares, events = sample(sampled, macros, work), count(counted, macros, caches, work)
                print(row(f"{kernel}, {name}", shares, events), flush=True)
        except ToolFailed as failure:
            sys.exit(f"{kernel}: {failure}")


if __name__ == "__main__":
    main()
