#!/usr/bin/env python3
"""Checks that the script which --emit-script writes for a kernel makes the same code with --script.

Usage: check_scripts.py ESPALIER WORK_DIRECTORY [KERNEL.c ...]

The kernels are those of bench/kernels/, left to Espalier with threads, and without them tiled with TILE, which leaves
products and the like to the scheduler. Where the texts may differ (OTHER_TEXT), the code is compiled and its results
are compared with the original's instead.
"""

import sys
from pathlib import Path

import machines
from check_kernel import LARGER_SIZES, SMALL_SIZES, compile_c, run, size_count

TILE = 32
WAYS = {"auto": ["--target=openmp"], "tiled": ["--target=c", f"--tile={TILE}"]}
KERNELS = Path(__file__).resolve().parents[2] / "bench" / "kernels"
# How one statement's loop is written there depends on how its schedule was arrived at.
OTHER_TEXT = {("gemver", "tiled"), ("gesummv", "tiled")}


def same_results(kernel, output, work):
    original, binary, reference = work / "original", work / "transformed", work / "reference.bin"
    compile_c("gcc", kernel, original, kernel.parent, False)
    compile_c("gcc", output, binary, kernel.parent, True)
    for sizes in SMALL_SIZES + LARGER_SIZES:
        argument = "--sizes=" + ",".join(str(sizes[k % len(sizes)]) for k in range(size_count(kernel)))
        run([original, argument, f"--write={reference}"])
        run([binary, argument, f"--compare={reference}"], env=machines.environment(3))


def check(espalier, kernel, way, work):
    """What is wrong with the script for a kernel."""
    name = f"{kernel.stem}-{way}"
    script, automatic, scripted = (work / f"{name}{end}" for end in (".lua", ".c", "-scripted.c"))
    optimize = [espalier, "optimize", kernel, WAYS[way][0], "--budget=0"]
    run([*optimize, f"--emit-script={script}", *WAYS[way][1:], "-o", automatic])
    run([*optimize, f"--script={script}", "-o", scripted])
    if automatic.read_bytes() != scripted.read_bytes():
        if (kernel.stem, way) not in OTHER_TEXT:
            return f"{name}: {scripted} differs from {automatic}"
        same_results(kernel, scripted, work)
    return None


def main():
    espalier, work = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    work.mkdir(parents=True, exist_ok=True)
    kernels = [Path(kernel).resolve() for kernel in sys.argv[3:]] or sorted(KERNELS.glob("*.c"))
    problems = [problem for kernel in kernels for way in WAYS
                if (problem := check(espalier, kernel, way, work))]
    print("\n".join(problems))
    print(f"the scripts for {len(kernels)} kernels: {len(problems)} make other code")
    sys.exit(1 if problems or not kernels else 0)


if __name__ == "__main__":
    main()
