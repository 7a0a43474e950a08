#!/usr/bin/env python3
"""`espalier coverage`: several files, files of a build, reasons for all loops, the report for programs.

Usage: check_coverage.py ESPALIER
"""

import json
import unittest

from command_line import LOOP, ROOT, CommandLineTest

WITH_CALL = "void g(int);\nvoid f(int n) {\n  for (int i = 0; i < n; i++)\n    g(i);\n}\n"


class Coverage(CommandLineTest):
    def report(self, *words, status=0):
        return json.loads(self.expect(["coverage", "--json", *words], status).stdout)

    def build(self, *entries):
        """Writes a list of compile commands, of (folder, file, options), to a folder `build`."""
        (self.folder / "build").mkdir()
        commands = [{"directory": str(self.folder / folder), "file": str(file),
                     "arguments": ["gcc", *options, "-c", str(file)]} for folder, file, options in entries]
        (self.folder / "build" / "compile_commands.json").write_text(json.dumps(commands))

    def test_one_file(self):
        report = self.report(self.write("a.c", WITH_CALL))
        (loop,) = report["files"][0]["loops"]
        self.assertEqual((loop["function"], loop["fate"], loop["depth"]), ("f", "left out", 1))
        (reason,) = loop["reasons"]
        self.assertEqual((reason["code"], reason["place"]["line"]), ("R107", 4))
        self.assertIn("move the call out of the loop", reason["help"])

    def test_several_files(self):
        self.write("a.c", WITH_CALL)
        self.write("b.c", LOOP)
        self.write("broken.c", "int (\n")
        done = self.expect(["coverage", "a.c", "broken.c", "b.c"], 1, "broken.c:1:6: error:")
        for part in ("a.c\n", "b.c\n", "broken.c\n  is left out: broken.c:1:6: ", "3 files\n",
                     "Files that could not be read:\n    broken.c\n"):
            self.assertIn(part, done.stdout)

    def test_the_files_of_a_build(self):
        for folder in ("src", "inc"):
            (self.folder / folder).mkdir()
        self.write("inc/size.h", "#define SIZE 100\n")
        self.write("first.h", "#define FIRST 1\n")
        self.write("src/a.c", "#include <size.h>\n#ifdef FIRST\n" + LOOP.replace("i < n", "i < SIZE * N") + "#endif\n")
        self.write("src/b.cu", "")
        self.write("src/c.c", "int (\n")
        self.build(("build", "../src/a.c", ["-I../inc", "-DN=2", "-std=c99", "-include", "../first.h", "-Wall", "-flto=auto"]),
                   ("build", "../src/b.cu", []), ("build", "../src/c.c", []))
        report = self.report("-p", "build", status=1)
        self.assertEqual([file["name"] for file in report["files"]], ["src/a.c", "src/c.c"])
        (loop,) = report["files"][0]["loops"]
        self.assertEqual(loop["place"], {"file": "src/a.c", "line": 4, "column": 3})
        self.assertNotEqual(loop["fate"], "left out")
        self.assertIn("failure", report["files"][1])
        self.assertEqual(report["skipped"], ["src/b.cu"])
        self.assertEqual(len(self.report("-p", "build/compile_commands.json", "src/a.c")["files"]), 1)
        self.expect(["coverage", "-p", "build", "first.h"], 2, "is not among the files", "[E201]")

    def test_builds_that_cannot_be_read(self):
        self.expect(["coverage", "-p", "nowhere"], 1, "nowhere: error: ", "CMAKE_EXPORT_COMPILE_COMMANDS", "[E101]")
        self.expect(["coverage"], 2, "[E201]")

    def test_work_goes_by_depth_and_sizes(self):
        text = ("void g(int);\nvoid f(int n) {\n  for (int i = 0; i < 10; i++)\n    g(i);\n"
                "  for (int i = 0; i < n; i++)\n    for (int j = 0; j < n; j++)\n      g(i + j);\n}\n")
        small, outer, inner = (loop["work"] for loop in self.report(self.write("a.c", text))["files"][0]["loops"])
        self.assertLess(10 * small, outer)
        self.assertLess(100 * outer, inner)

    def test_loops_without_marks(self):
        text = LOOP + ("void g(int n, double *x) {\n#pragma scop\n  for (int i = 0; i < n; i++)\n    x[i] = 0;\n"
                       "#pragma endscop\n}\n")
        first, second = self.report(self.write("a.c", text))["files"][0]["loops"]
        self.assertEqual(first["reasons"][0]["code"], "R101")
        self.assertNotEqual(second["fate"], "left out")

    def test_all_other_loops_have_reasons(self):
        loops = 0
        for program in sorted((ROOT / "tests/end_to_end/refused").glob("*.c*")):
            done = self.run_espalier("coverage", "--json", program)
            for file in json.loads(done.stdout or '{"files": []}')["files"]:
                for loop in file.get("loops", []):
                    loops += 1
                    self.assertTrue(loop["fate"] == "changed" or loop["reasons"], f"{program}: {loop}")
        self.assertGreater(loops, 50)


unittest.main()
