#!/usr/bin/env python3
"""Compares the code that Espalier's AST generator and isl's make for schedule trees.

The code becomes C functions whose statements count their instances in arrays. Reported are the
bytes of machine code and the instructions executed (Polyhedral AST Generation (2015), section 7).

    bench/ast_quality.py --only=wavefront --keep=build/wavefront
    bench/ast_quality.py --option=separate --jobs=1
"""

import argparse
import math
import os
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from comparison import ast_code
from comparison.ast_code import MAKERS

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = [ROOT / "bench/trees", ROOT.parent / "shared/data/isl/codegen-cloog"]
OPTIONS = ["as-is", "atomic", "separate", "unroll"]
MEASURES = {"size": "bytes", "instructions": "instructions"}
TOLERANCE = 1.02
BATCH = 16  # cases in one program


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path, default=FOLDERS,
                        help="of schedule trees (default: bench/trees, and isl's where they are)")
    parser.add_argument("--tool", default=ROOT / "build/release/bin/espalier-ast-code", type=Path)
    parser.add_argument("--only", help="the name of one input")
    parser.add_argument("--option", choices=OPTIONS, help="one loop option (default: all)")
    parser.add_argument("--keep", type=Path, help="folder for the code (default: none is kept)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="(default: all cores)")
    parser.add_argument("--output", type=Path, default=ROOT / "build/bench/ast_quality.tsv",
                        help="table of all cases (default: build/bench/ast_quality.tsv)")
    return parser.parse_args()


def find_inputs(arguments):
    for folder in arguments.folders:
        if not folder.is_dir():
            print(f"{folder} is not here: its inputs are left out", file=sys.stderr)
    return [path for folder in arguments.folders for path in sorted(folder.glob("*.st"))
            if arguments.only in (None, path.stem)]


def measure_all(inputs, compilers, folder, arguments):
    """All cases of the inputs, and remarks on what there is no case for."""
    cases, remarks = [], []
    with ThreadPoolExecutor(arguments.jobs) as pool:
        tool = arguments.tool.resolve()
        for some, said in pool.map(
                lambda path: ast_code.write(tool, path, arguments.option, folder), inputs):
            cases += some
            remarks += said
        for compiler in compilers:
            list(pool.map(lambda case: ast_code.compile_functions(case, compiler, folder), cases))
            good = [case for case in cases if not case.problems]
            batches = [good[k:k + BATCH] for k in range(0, len(good), BATCH)]
            list(pool.map(lambda batch: ast_code.measure(batch, compiler, folder), batches))
    return cases, remarks


def geometric_mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else math.nan


def table(cases, compilers):
    """Tab-separated: a line for each case and compiler."""
    columns = ["input", "option", "instances", "compiler"]
    for word in MEASURES.values():
        columns += [f"{word} ours", f"{word} isl", f"{word} ratio"]
    lines = ["\t".join(columns)]
    for case in cases:
        for compiler in compilers:
            cells = [case.input, case.option, str(case.instances), compiler]
            for measure in MEASURES:
                ratio = case.ratio(compiler, measure)
                if ratio is not None:
                    cells += [str(getattr(case.costs[compiler, maker], measure))
                              for maker in MAKERS] + [f"{ratio:.3f}"]
            lines.append("\t".join(cells))
    return "\n".join(lines) + "\n"


def print_means(cases, compilers):
    print(f"\n{'geometric means':18}{'compiler':10}{'cases':>8}{'bytes':>8}{'instructions':>14}")
    for option in [*OPTIONS, "all"]:
        some = [case for case in cases if option in (case.option, "all")]
        for compiler in compilers if some else []:
            ratios = [[case.ratio(compiler, measure) for case in some] for measure in MEASURES]
            size, instructions = ([r for r in row if r is not None] for row in ratios)
            print(f"{option:18}{compiler:10}{len(size):8}{geometric_mean(size):8.3f}"
                  f"{geometric_mean(instructions):14.3f}")


def print_worse(cases, compilers):
    worse = [(ratio, case, compiler, word) for case in cases for compiler in compilers
             for measure, word in MEASURES.items()
             if (ratio := case.ratio(compiler, measure)) and ratio > TOLERANCE]
    print(f"\nworse than isl's by more than {TOLERANCE - 1:.0%}: {len(worse)}")
    for ratio, case, compiler, word in sorted(worse, key=lambda entry: -entry[0]):
        print(f"  {ratio:8.3f}  {case.input}, {case.option}: {word}, {compiler}")


def print_problems(cases, remarks):
    """Returns whether anything is wrong."""
    wrong = [f"{case.input}, {case.option}: {problem}"
             for case in cases for problem in case.problems]
    for line in remarks + wrong:
        print(line)
    return bool(wrong) or any("failed" in remark for remark in remarks)


def main():
    arguments = parse_arguments()
    compilers = [compiler for compiler in ast_code.FLAGS if shutil.which(compiler)]
    if not shutil.which("valgrind"):
        sys.exit("valgrind, which counts instructions, is missing: apt-get install valgrind")
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        cases, remarks = measure_all(find_inputs(arguments), compilers, folder, arguments)
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    arguments.output.write_text(table(cases, compilers))
    if arguments.only:
        print(table(cases, compilers), end="")
    is_wrong = print_problems(cases, remarks)
    print_means(cases, compilers)
    print_worse(cases, compilers)
    return 1 if is_wrong else 0


if __name__ == "__main__":
    sys.exit(main())
