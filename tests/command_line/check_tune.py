#!/usr/bin/env python3
"""`espalier tune` with real programs: what is in the database afterwards, and that the best script
runs. Nothing here depends on which program is faster.

Usage: check_tune.py ESPALIER
"""

import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ESPALIER = os.path.abspath(sys.argv.pop(1))
PROGRAM = """#include <stdio.h>
#include "size.h"
static double A[SIZE][SIZE];
int main(void)
{
#pragma scop
    for (int i = 0; i < SIZE; i++)
        for (int j = 1; j < SIZE; j++)
S:          A[i][j] = A[i][j - 1] + FACTOR * i + j;
#pragma endscop
    printf("time: 0.5\\n%g\\n", A[SIZE - 1][SIZE - 1]);
    return 0;
}
"""
SCRIPT = """if choose{name = 'direction', 'forward', 'backward'} == 'backward' then
    reverse('j')
else
    local size = choose{name = 'tile', 8, 16, 8}
    tile('i', 'j', {size, size})
end
"""


class Tune(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "size.h").write_text("#define SIZE 40\n")
        self.write("a.c", PROGRAM)
        self.write("a.lua", SCRIPT)

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def espalier(self, *words):
        return subprocess.run([ESPALIER, *words], capture_output=True, text=True, cwd=self.folder,
                              timeout=120)

    def tune(self, *words, status=0, messages=(), compile="cc {options} {input} -o {output}"):
        done = self.espalier("tune", "a.c", "--script=a.lua", "--compile=" + compile, "-DFACTOR=2",
                             "--repeat=2", *words)
        self.assertEqual(done.returncode, status, done.stderr)
        for message in messages:
            self.assertIn(message, done.stderr)
        return done

    def points(self, database):
        """Status, seconds, fingerprint and message by the positions that each point takes."""
        rows = sqlite3.connect(self.folder / database).execute(
            "SELECT point, status, seconds, code, message FROM points ORDER BY number").fetchall()
        return {point if point[0] != "[" else tuple(each["position"] for each in json.loads(point)):
                (status, json.loads(seconds), code, message)
                for point, status, seconds, code, message in rows}

    def test_keeps_results_and_writes_the_best(self):
        done = self.tune("-o", "best.lua", "--database=results.db",
                         messages=["original: ", "automatic schedule: ",
                                   "] direction=\"backward\": illegal: line 2: "])
        self.assertEqual(done.stdout, "")
        points = self.points("results.db")
        self.assertEqual(len(points), 6)
        self.assertEqual(points["original"][0], "measured")
        self.assertEqual(points["automatic"][0], "measured")
        sizes = [points[(0, position)] for position in range(3)]
        self.assertEqual([size[0] for size in sizes], ["measured"] * 3)
        self.assertTrue(all(len(size[1]) == 2 for size in sizes))
        self.assertEqual(len({size[2] for size in sizes}), 2)
        illegal = points[(1,)]
        self.assertEqual((illegal[0], illegal[1], illegal[2]), ("illegal", [], ""))

        best = (self.folder / "best.lua").read_text()
        self.assertIn("\ntile(\"i\", \"j\", {", best)
        self.assertNotIn("choose", best.split("\n", 5)[5])
        self.assertIn(" as fast as the original (", best)
        applied = self.espalier("a.c", "--script=best.lua", "-DFACTOR=2", "-o", "b.c")
        self.assertEqual(applied.returncode, 0, applied.stderr)
        subprocess.run(["cc", "-fopenmp", "-DFACTOR=2", "b.c", "-o", "b"], cwd=self.folder, check=True)
        subprocess.run(["cc", "-DFACTOR=2", "a.c", "-o", "a"], cwd=self.folder, check=True)
        outputs = [subprocess.run([self.folder / name], capture_output=True, check=True).stdout
                   for name in "ab"]
        self.assertEqual(*outputs)

    def test_continues(self):
        self.tune("--evaluations=1", messages=["[1/1] "])
        first = self.points("a.tune.db")
        self.assertEqual(len(first), 3)
        done = self.tune(messages=["points known from an earlier search: 1", "] direction="])
        second = self.points("a.tune.db")
        self.assertEqual(len(second), 6)
        self.assertEqual({name: second[name] for name in first}, first)
        self.assertIn("-- The best of 4 points of a.lua for a.c: direction=", done.stdout)
        done = self.tune(messages=["points known from an earlier search: 4"])
        self.assertNotIn("[1/", done.stderr)

    def test_takes_what_programs_print(self):
        self.tune("--metric=output", messages=["original: 0.5 s\n"])
        self.assertEqual(self.points("a.tune.db")["original"][1], [0.5, 0.5])

    def expect_nothing_written(self, words, status, *messages, **options):
        before = sorted(os.listdir(self.folder))
        self.tune("-o", "best.lua", *words, status=status, messages=messages, **options)
        self.assertEqual(sorted(os.listdir(self.folder)), before)

    def test_refuses_a_script_without_choices(self):
        self.write("a.lua", "reverse('i')\n")
        self.expect_nothing_written([], 1, "the script has no choices", "[E112]")

    def test_says_that_the_original_fails(self):
        self.expect_nothing_written([], 2, "the original program cannot be measured: it does not "
                                    "compile", "[E201]", compile="false {input} {output}")
        self.expect_nothing_written(["--run=false {program}"], 2, "it does not run: exit status 1")

    def test_wants_commands_that_use_the_files(self):
        self.expect_nothing_written([], 2, "has to name {output}", compile="cc {input}")
        self.expect_nothing_written(["--run=true"], 2, "has to name {program}")

    def test_refuses_another_file_as_database(self):
        self.expect_nothing_written(["--database=a.c"], 1, "this is no database", "[E101]")
        self.expect_nothing_written(["--database=no/a.db"], 1, "cannot write to the database", "[E105]")


unittest.main()
