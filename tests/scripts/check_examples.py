#!/usr/bin/env python3
"""Runs the examples of the documentation, and compares what is printed with what the pages show.

Usage: check_examples.py ESPALIER [--update]

In an indented block, `$ cat FILE` is followed by the text of a file, and `$ espalier ARGUMENTS` by
what the command prints, standard output first. Nothing below a command means that it succeeds, and
its output is not shown. A page's commands run in one folder, which also has the `examples/` of the
source tree. With --update, the pages are written anew; look at the difference before you commit it.
"""

import difflib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = ["code-generation.md", "command-line.md", "dependences.md", "schedule-trees.md"]
INDENTATION = " " * 4
PROMPT = INDENTATION + "$ "


def end_of_text(lines, begin):
    """Where the block, or what one prompt shows of it, ends; inner blank lines belong to it."""
    end = begin
    for position in range(begin, len(lines)):
        line = lines[position]
        if line.startswith(PROMPT) or line.strip() and not line.startswith(INDENTATION):
            break
        if line.strip():
            end = position + 1
    return end


def run(espalier, words, folder):
    done = subprocess.run([espalier, *words], cwd=folder, capture_output=True, text=True, timeout=60)
    return (done.stdout + done.stderr).splitlines(True), done.returncode != 0


def without_seconds(lines):
    return [re.sub(r"\d+\.\d{6}", "SECONDS", line) for line in lines]


def shown_now(espalier, command, shown, folder):
    """What a page is to show below a command. Makes the files that it talks of."""
    program, *words = shlex.split(command)
    if program == "cat":
        (folder / words[0]).write_text("".join(shown))
        return shown
    found, has_failed = run(espalier, words, folder)
    is_shown = shown or has_failed
    return found if is_shown and without_seconds(found) != without_seconds(shown) else shown


def page_now(espalier, lines, folder):
    """The page with the present outputs, and the number of commands."""
    result, position, commands = [], 0, 0
    while position < len(lines):
        line = lines[position]
        result.append(line)
        position += 1
        if not line.startswith(PROMPT):
            continue
        commands += 1
        end = end_of_text(lines, position)
        shown = [each.removeprefix(INDENTATION) for each in lines[position:end]]
        now = shown_now(espalier, line.removeprefix(PROMPT), shown, folder)
        result += [INDENTATION + each if each.strip() else each for each in now]
        position = end
    return result, commands


def main():
    espalier, update = Path(sys.argv[1]).resolve(), "--update" in sys.argv
    all_commands, different = 0, 0
    for path in [ROOT / "docs" / name for name in PAGES]:
        lines = path.read_text().splitlines(True)
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(ROOT / "examples", Path(folder) / "examples")
            now, commands = page_now(espalier, lines, Path(folder))
        all_commands += commands
        if update:
            path.write_text("".join(now))
        elif now != lines:
            different += 1
            sys.stdout.writelines(difflib.unified_diff(lines, now, path.name, "found"))
    print(f"{all_commands} commands run, {different} pages differ"
          + ("; if that is right: make update-golden" if different else ""))
    sys.exit(1 if different else 0)


main()
