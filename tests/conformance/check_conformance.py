#!/usr/bin/env python3
"""Runs the command on isl's own test inputs, where they are at hand (../shared/data/isl).

Usage: check_conformance.py ESPALIER
"""

import subprocess
import sys
from pathlib import Path

DATA = Path(__file__).parents[3] / "shared" / "data" / "isl"
COMMANDS = {".st": ["codegen --verify", "schedule"], ".sc": ["schedule"], ".ai": ["deps"]}


def main():
    if not DATA.is_dir():
        print("isl's inputs are not here: skipped")
        return
    failures, count = [], 0
    for path in sorted(DATA.rglob("*")):
        for command in COMMANDS.get(path.suffix, []):
            count += 1
            done = subprocess.run([sys.argv[1], *command.split(), path], capture_output=True, text=True, timeout=120)
            # A tree without instances has no code.
            if done.returncode != 0 or not done.stdout.strip() and "codegen" not in command:
                failures.append(f"{command} {path.name}: {done.stderr.strip()}")
    print("\n".join(failures))
    print(f"{count - len(failures)} of {count} runs succeed")
    sys.exit(1 if failures else 0)


main()
