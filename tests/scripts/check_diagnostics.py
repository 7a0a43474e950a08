#!/usr/bin/env python3
"""Holds the registry of diagnostics, their documentation, their uses and their tests together."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

# Codes that only a bug in Espalier, or in a library, can provoke.
UNPROVOKED = {"E301", "E302", "R202"}


def main():
    registry = re.findall(r'\{(\w+), "(\w\d+)",\s*"([^"]+)"\}',
                          (ROOT / "espalier/base/diagnostic.cc").read_text())
    documented = re.findall(r"^## (\w\d+):", (ROOT / "docs/diagnostics.md").read_text(), re.M)
    sources = "".join(path.read_text() for folder in ("espalier", "tools")
                      for path in (ROOT / folder).rglob("*.*")
                      if path.suffix in (".cc", ".h") and path.stem != "diagnostic")
    tests = "".join(path.read_text(errors="replace") for path in (ROOT / "tests").rglob("*.*")
                    if path.suffix in (".c", ".cc", ".py") and path != Path(__file__))
    problems = []
    if documented != [code for _, code, _ in registry]:
        problems.append("docs/diagnostics.md does not list the codes of the registry, in its order")
    for kind, code, title in registry:
        if f"DiagnosticKind::{kind}" not in sources:
            problems.append(f"{code} ({title}) is never used")
        if code not in UNPROVOKED and f"DiagnosticKind::{kind}" not in tests and code not in tests:
            problems.append(f"no test provokes {code} ({title})")
    print("\n".join(problems) or f"{len(registry)} diagnostics are used, documented and tested")
    sys.exit(1 if problems else 0)


main()
