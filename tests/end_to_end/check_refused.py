#!/usr/bin/env python3
"""Checks that inputs outside the model are left alone, each with the remark or error that it names.

Usage: check_refused.py ESPALIER
"""

import re
import subprocess
import sys
from pathlib import Path


def check(espalier, program):
    text = program.read_bytes().decode()
    expected = re.search(r"expect-remark: (\w+)", text).group(1)
    done = subprocess.run([espalier, "optimize", program, "--explain"], capture_output=True, timeout=60)
    remarks = done.stderr.decode()
    if f"[{expected}]" not in remarks:
        return f"{program.name}: no {expected} in:\n{remarks}"
    if expected.startswith("R") and (done.returncode != 0 or done.stdout.decode() != text):
        return f"{program.name}: the file was changed, or the exit status is {done.returncode}"
    if expected.startswith("E") and (done.returncode != 1 or done.stdout):
        return f"{program.name}: something was written, or the exit status is {done.returncode}"
    return None


def main():
    programs = sorted((Path(__file__).parent / "refused").glob("*.c*"))
    failures = [failure for program in programs if (failure := check(sys.argv[1], program))]
    print("\n".join(failures))
    print(f"{len(programs) - len(failures)} of {len(programs)} inputs were refused as they should")
    sys.exit(1 if failures or not programs else 0)


main()
