#!/usr/bin/env python3
"""Optimizes one small program and compares what it prints with what the original prints.

Usage: check_program.py ESPALIER PROGRAM TARGET WORK_DIRECTORY

PROGRAM is C or, if its name ends in `.cc`, C++; TARGET is `c` or `openmp`. A comment line `// expect: WORD` of the
program adds a demand: `transformed` (some region was), `untouched` (the output is the input, byte for byte), or a
code such as `R205` that the remarks must name. A comment line `// tile: SIZES` adds tile sizes to try,
`// std: NAME` names the standard that the program is in, and `// starts: late` has new code run where it pays alone.
"""

import re
import subprocess
import sys
from pathlib import Path

import machines

# Tiles are tried for threads, which run one by one as well: each tiling takes minutes for all programs.
TILINGS = {"openmp": ["3,4", "auto"], "c": ["auto"]}
INCLUDES = f"-I{Path(__file__).resolve().parents[2] / 'include'}"
FLAGS = ["-O1", "-ffp-contract=off", INCLUDES]
STANDARDS = {".c": "gnu11", ".cc": "gnu++17"}
CXX = {"gcc": "g++", "clang-19": "clang++-19"}
WARNINGS = ["-Wall", "-Wextra", "-Werror"]
SANITIZERS = ["-O0", "-g1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
COMPILERS = {"gcc": ["-O2"], "clang-19": [], "gcc sanitized": SANITIZERS}
BUILT_BY = {"auto": list(COMPILERS)}  # the others are tiled another way: two compilers less are minutes for all programs
BUILT_BY_DEFAULT = ["gcc sanitized"]
PRAGMAS = {"openmp": ["-fopenmp"], "c": ["-Wno-unknown-pragmas"]}


def attempt(command, **options):
    return subprocess.run(command, capture_output=True, text=True, timeout=300, **options)


def run(command, **options):
    done = attempt(command, **options)
    if done.returncode != 0 or "a failure inside" in done.stderr:
        sys.exit(f"{' '.join(map(str, command))}\nfailed with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done


def standard_of(program):
    found = re.search(r"^// std: *(\S+)", program.read_text(), re.M)
    return found.group(1) if found else STANDARDS[program.suffix]


def machine_for(espalier, program, target, work):
    if re.search(r"^// starts: late$", program.read_text(), re.M):
        return []
    machine = machines.EAGER if target == "openmp" else machines.this_machine(espalier, work, "region_start")
    return [f"--machine={machine}"]


def compile_command(compiler, source, binary, options):
    name = compiler.split()[0]
    if source.suffix == ".cc":
        name = CXX[name]
    return [name, f"-std={standard_of(source)}", *FLAGS, *COMPILERS[compiler], *options, source, "-o", binary, "-lm"]


def build_original(compiler, program, binary, target):
    """Builds the original.

    Returns the warning flags under which it compiles cleanly; it need not, so maybe none."""
    strict = compile_command(compiler, program, binary, WARNINGS + PRAGMAS[target])
    if attempt(strict).returncode == 0:
        return WARNINGS
    run(compile_command(compiler, program, binary, []))
    return []


def check_expectations(program, output, remarks):
    """Where nothing is faster than the original, nothing is demanded of the transformation."""
    if "by the estimate, nothing is clearly faster" in remarks:
        return
    for expected in re.findall(r"^// expect: *(\S+)", program.read_text(), re.M):
        if expected == "untouched":
            holds = output.read_bytes() == program.read_bytes()
        else:
            holds = f"[{'R204' if expected == 'transformed' else expected}]" in remarks
        if not holds:
            sys.exit(f"{program.name}: expected `{expected}`, but the remarks are:\n{remarks}")


def main():
    espalier, program, target, work = sys.argv[1], Path(sys.argv[2]), sys.argv[3], Path(sys.argv[4])
    work.mkdir(parents=True, exist_ok=True)
    original = work / "original"
    if target == "c":  # the original is the same for all targets
        run(compile_command("gcc sanitized", program, original, []))
        run([original])
    warnings = {compiler: build_original(compiler, program, original, target) for compiler in ("clang-19", "gcc")}
    warnings["gcc sanitized"] = []  # sanitizers add warnings that are none
    reference = run([original]).stdout

    for tiling in TILINGS[target] + re.findall(r"^// tile: *(\S+)", program.read_text(), re.M):
        output = work / f"optimized-{tiling.replace(',', '-')}{program.suffix}"
        optimize = [espalier, "optimize", program, f"--std={standard_of(program)}", f"--target={target}",
                    f"--tile={tiling}"]
        if tiling == "auto":
            optimize += machine_for(espalier, program, target, work)
        remarks = run([*optimize, "--explain", "--verify", "-o", output]).stderr
        check_expectations(program, output, remarks)
        for compiler in BUILT_BY.get(tiling, BUILT_BY_DEFAULT):
            binary = work / f"optimized-{compiler.replace(' ', '-')}"
            options = warnings[compiler] + PRAGMAS[target]
            run(compile_command(compiler, output, binary, options))
            for threads in (1, 3) if target == "openmp" else (1,):
                result = run([binary], env=machines.environment(threads)).stdout
                if result != reference:
                    sys.exit(f"{output} built by {compiler} and run with {threads} threads prints\n{result}\n"
                             f"instead of\n{reference}")
    print(f"{program.stem}, {target}: the results agree with the original's")


main()
