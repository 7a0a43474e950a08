#!/usr/bin/env python3
"""Draws before-and-after.svg: the loop nests of examples/pipeline.c, and what Espalier makes of them.

    docs/pictures/before-and-after.py build/release/bin/espalier
"""

import re
import subprocess
import sys
from html import escape
from pathlib import Path

HERE = Path(__file__).resolve().parent
EXAMPLE = HERE.parent.parent / "examples/pipeline.c"
SIZE = 13  # of the type, in pixels
ADVANCE, LEADING = 0.602 * SIZE, 18
PADDING, GAP, TITLE = 14, 10, 24
COLORS = {"pragma": "#8250df", "keyword": "#cf222e", "number": "#0550ae"}
TOKEN = re.compile(r"(?P<pragma>#pragma.*)|(?P<keyword>\b(?:for|if|long|int|double)\b)|(?P<number>\b\d[\d.]*\b)")


def nests(source):
    """The lines of the function `pipeline` after its declaration of `t`, moved to the left margin."""
    body = source.split("double t;\n", 1)[1].split("\n}\n", 1)[0]
    lines = [line.removeprefix("    ") for line in body.split("\n")]
    return [line for line in lines if not line.endswith("scop")]


def colored(line):
    parts, end = [], 0
    for match in TOKEN.finditer(line):
        weight = ' font-weight="bold"' if match.lastgroup == "pragma" else ""
        parts.append(escape(line[end:match.start()]))
        parts.append(f'<tspan fill="{COLORS[match.lastgroup]}"{weight}>{escape(match.group())}</tspan>')
        end = match.end()
    return "".join(parts) + escape(line[end:])


def panel(top, title, lines, width):
    yield (f'<rect x="0.5" y="{top + 0.5}" width="{width - 1}" height="{panel_height(lines) - 1}" rx="8" '
           'fill="#f6f8fa" stroke="#d0d7de"/>')
    yield (f'<text x="{PADDING}" y="{top + PADDING + 10}" font-family="sans-serif" font-size="13" '
           f'font-weight="bold" fill="#57606a">{escape(title)}</text>')
    for number, line in enumerate(lines):
        y = top + PADDING + TITLE + (number + 0.75) * LEADING
        yield f'<text x="{PADDING}" y="{y:.1f}" xml:space="preserve" class="code">{colored(line)}</text>'


def panel_height(lines):
    return 2 * PADDING + TITLE + len(lines) * LEADING - 4


def main():
    original = EXAMPLE.read_text()
    result = subprocess.run([sys.argv[1], EXAMPLE], capture_output=True, text=True, check=True).stdout
    before, after = nests(original), nests(result)
    width = round(max(map(len, before + after)) * ADVANCE + 2 * PADDING)
    below = panel_height(before) + GAP
    height = below + panel_height(after)
    drawing = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" aria-label="Two loop nests in C, and the one tiled '
        'and parallel nest that Espalier writes for them">',
        f"<style>.code {{ font: {SIZE}px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', "
        "'Liberation Mono', monospace; fill: #24292f }</style>",
        *panel(0, "before: examples/pipeline.c", before, width),
        *panel(below, "after: what espalier writes", after, width),
        "</svg>",
    ]
    (HERE / "before-and-after.svg").write_text("\n".join(drawing) + "\n")


main()
