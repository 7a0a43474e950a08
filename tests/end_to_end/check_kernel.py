#!/usr/bin/env python3
"""Optimizes one kernel and compares what it computes with what the original does, bit for bit.

Usage: check_kernel.py ESPALIER KERNEL.c TARGET WORK_DIRECTORY [SCRIPT.lua]

The kernel is a file of bench/kernels/. It is run at sizes that span several tiles without filling
the last one, and at sizes 0, 1 and 2, in each of WAYS or as the script says, and, for OpenMP, with
1, 2 and 3 threads, by one compiler or the other. Where the estimate decides, Espalier may leave the original as it is.
"""

import re
import subprocess
import sys
from pathlib import Path

import machines

# Tile sizes, and sizes per parameter: no multiples of the tile sizes, and around the eight rows that
# strategies work on at a time; falling, since some kernels want that.
SMALL_SIZES = [[0], [1], [2], [19, 17, 14, 13, 11]]
LARGER_SIZES = [[75, 70, 67, 41, 37]]
WAYS = {
    "4-3-5": (["--tile=4,3,5"], SMALL_SIZES),
    "auto": (["--tile=auto"], [[0], [1], [7], [8], [17, 16], *LARGER_SIZES]),
    "small-machine": ([f"--machine={machines.SMALL}"], [[0], [2], [19, 17, 14, 13, 11], [48, 32]]),
}
SCRIPT_SIZES = [*SMALL_SIZES, *LARGER_SIZES]
SCRIPT_PRESET = "MEDIUM"  # for the tiles of scripts, which are large
# Far above what a kernel takes: also on a busy machine, what is tested is what is made where there is time.
BUDGET = "--budget=60000000"
COMPILERS = {"gcc": (1, 3), "clang-19": (2,)}  # numbers of threads
FLAGS = ["-O1", "-std=gnu11", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror"]


def run(command, **options):
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, **options)
    if done.returncode != 0 or "a failure inside" in done.stderr:
        sys.exit(f"{' '.join(map(str, command))}\nfailed with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def compile_c(compiler, source, binary, include, openmp):
    flags = FLAGS + (["-fopenmp"] if openmp else ["-Wno-unknown-pragmas"])
    run([compiler, *flags, "-I", include, source, "-o", binary, "-lm"])


def command_lines(arguments, option, work):
    """A command line for each argument, with a file for its results; programs take them all at once."""
    lines = [[argument, f"--{option}={work / f'reference{argument}.bin'}", "--"] for argument in arguments]
    return [part for line in lines for part in line][:-1]


def drop_references(work):
    for reference in work.glob("reference--*.bin"):
        reference.unlink()


def size_count(kernel):
    """How many size parameters the kernel has: lines of its size table."""
    table = re.search(r"#define SIZE_TABLE.*?(?:\n\s*\n|\n#|\n(?=[A-Za-z]))", kernel.read_text() + "\n\n", re.S)
    return len(re.findall(r"\bSIZE\(\w+,", table.group(0))) or 1


def size_options(kernel, size_lists):
    count = size_count(kernel)
    return ["--sizes=" + ",".join(str(sizes[k % len(sizes)]) for k in range(count)) for sizes in size_lists]


def ways(kernel, script, espalier, work):
    """How to transform the kernel: a name, options of Espalier, and what to run the results with."""
    if script:
        return [("script", [f"--script={script}"],
                 [*size_options(kernel, SCRIPT_SIZES), f"--preset={SCRIPT_PRESET}"])]
    at_once = {"auto": [f"--machine={machines.this_machine(espalier, work, 'region_start')}"]}
    return [(name, options + at_once.get(name, []), size_options(kernel, size_lists))
            for name, (options, size_lists) in WAYS.items()]


def main():
    espalier, kernel, target, work = sys.argv[1], Path(sys.argv[2]), sys.argv[3], Path(sys.argv[4])
    script = sys.argv[5] if len(sys.argv) > 5 else None
    work.mkdir(parents=True, exist_ok=True)
    original = work / "original"
    compile_c("gcc", kernel, original, kernel.parent, False)
    compared = 0
    for name, options, arguments in ways(kernel, script, espalier, work):
        output = work / f"optimized-{name}.c"
        remarks = subprocess.run(
            [espalier, "optimize", kernel, f"--target={target}", *options, BUDGET, "--explain", "--verify",
             "-o", output],
            capture_output=True, text=True, timeout=300)
        is_taken = "[R204]" in remarks.stderr or name != "4-3-5" and "[R203]" in remarks.stderr
        if remarks.returncode != 0 or not is_taken or "[R202]" in remarks.stderr:
            sys.exit(f"the kernel was not transformed, or its schedule breaks dependences:\n{remarks.stderr}")
        run([original, *command_lines(arguments, "write", work)])
        for compiler, thread_counts in COMPILERS.items():
            binary = work / f"optimized-{compiler}"
            compile_c(compiler, output, binary, kernel.parent, target == "openmp")
            for threads in thread_counts if target == "openmp" else (1,):
                run([binary, *command_lines(arguments, "compare", work)], env=machines.environment(threads))
                compared += len(arguments)
    drop_references(work)
    print(f"{kernel.stem}, {target}: {compared} runs agree with the original")


if __name__ == "__main__":
    main()
