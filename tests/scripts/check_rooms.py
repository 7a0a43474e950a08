#!/usr/bin/env python3
"""Holds the order of the rooms: each may include those above it only, Clang stays in frontend/, and
isl's own schedule trees, scheduler, dataflow analysis and AST generator outside."""

import re
import sys
from pathlib import Path

ROOMS = ["base", "presburger", "program", "schedule", "dependence", "ilp", "scheduler", "transform",
         "ast", "machine", "strategies", "lowering", "targets", "script", "frontend", "report", "tuning", "driver"]

# What of isl's serves tests and benchmarks only, as the reference that ours is compared with.
REFERENCES = [
    r"isl::schedule\b|isl_schedule_|isl/schedule\.h",
    r"union_access_info|union_flow|isl/flow\.h",
    r"isl_ast_|isl::ast_",
]


def problems(root):
    for path in sorted(root.glob("*/**/*.[ch]*")):
        room, name = path.relative_to(root).parts[0], str(path.relative_to(root))
        text = path.read_text()
        for included in re.findall(r'#include "espalier/(\w+)/', text):
            if ROOMS.index(included) > ROOMS.index(room):
                yield f"{name} includes {included}/, which is below it"
        if room != "frontend" and re.search(r"#include <(clang|llvm)/", text):
            yield f"{name} includes Clang"
        for pattern in REFERENCES:
            if found := re.search(pattern, text):
                yield f"{name} uses {found.group(0)}, which belongs in tests and benchmarks"


def main():
    root = Path(__file__).parents[2] / "espalier"
    found = list(problems(root))
    print("\n".join(found) or "all rooms keep their order")
    sys.exit(1 if found else 0)


main()
