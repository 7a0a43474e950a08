#!/usr/bin/env python3
"""Files that the command reads and writes: links, pipes, standard streams, and files that are too large.

Usage: check_files.py ESPALIER
"""

import os
import resource
import subprocess
import unittest

from command_line import ESPALIER, LOOP, CommandLineTest


class Files(CommandLineTest):
    def test_dangling_links_get_a_file(self):
        source = self.write("a.c", LOOP)
        (self.folder / "deep").mkdir()
        (self.folder / "deep" / "second").symlink_to("target.c")
        (self.folder / "first").symlink_to("deep/second")
        expected = self.expect([source], 0).stdout
        for _ in range(2):
            self.expect([source, "-o", "first"], 0)
            self.assertTrue((self.folder / "first").is_symlink())
            self.assertTrue((self.folder / "deep" / "second").is_symlink())
            self.assertEqual((self.folder / "deep" / "target.c").read_text(), expected)
        self.assertEqual(sorted(os.listdir(self.folder / "deep")), ["second", "target.c"])

    def test_links_that_lead_nowhere(self):
        source = self.write("a.c", LOOP)
        (self.folder / "circle").symlink_to("circle")
        (self.folder / "lost").symlink_to("missing/file")
        for link in ("circle", "lost"):
            self.expect([source, "-o", link], 1, "cannot write the output", "[E105]")
            self.assertTrue((self.folder / link).is_symlink())

    def test_standard_input_and_output(self):
        source = self.write("a.c", LOOP)
        expected = self.expect([source], 0).stdout
        self.assertEqual(self.expect(["-"], 0, input=LOOP).stdout, expected)
        self.assertEqual(self.expect(["optimize", "-", "-o", "-"], 0, input=LOOP).stdout, expected)
        self.assertEqual(self.expect([source, "-o", "-"], 0).stdout, expected)
        self.assertEqual(self.expect(["/dev/stdin"], 0, input=LOOP).stdout, expected)
        self.assertEqual(sorted(os.listdir(self.folder)), ["a.c"])
        self.expect(["-"], 1, "<stdin>:1:6: error: expected", "[E103]", input="int (\n")
        tree = 'domain: "{ S[i] : 0 <= i < 9 }"\nchild:\n  schedule: "[{ S[i] -> [(i)] }]"\n'
        self.assertIn("S(c0)", self.expect(["codegen", "-"], 0, input=tree).stdout)

    def test_includes_beside_standard_input(self):
        self.write("size.h", "#define SIZE 1000000\n")
        text = '#include "size.h"\n' + LOOP.replace("i < n", "i < SIZE")
        self.assertIn("c0 <= 999999", self.expect(["-", "--target=c", "--tile=off"], 0, input=text).stdout)

    def test_pipes(self):
        source = self.write("a.c", LOOP)
        done = subprocess.run(["bash", "-c", f"{ESPALIER} <(cat {source})"], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.stdout, self.expect([source], 0).stdout)

    def test_tuning_reads_its_input_several_times(self):
        script = self.write("a.lua", "reverse('i')\n")
        self.expect(["tune", "-", f"--script={script}"], 2, "give it a file", "[E201]", input=LOOP)

    def test_endless_input(self):
        for words in (["/dev/zero"], ["codegen", "/dev/zero"], ["deps", "/dev/zero"]):
            self.expect_untouched_output(words, 1, "/dev/zero: error: this is larger than 64 MiB", "[E101]")
        source = self.write("a.c", LOOP)
        self.expect_untouched_output([source, "--script=/dev/zero"], 1, "this is larger", "[E101]")

    def test_files_that_get_too_large(self):
        source = self.write("a.c", LOOP + "// " + 9000 * "x" + "\n")
        output = self.write("b.c", "precious\n")
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
        self.expect([source, "-o", output], 1, "b.c: error: cannot write the output", "[E105]", preexec_fn=limit)
        self.assertEqual(output.read_text(), "precious\n")
        self.assertEqual(sorted(os.listdir(self.folder)), ["a.c", "b.c"])
        with open(self.folder / "stdout", "w") as stream:
            done = subprocess.run([ESPALIER, source], stdout=stream, stderr=subprocess.PIPE, text=True, timeout=60,
                                  preexec_fn=limit)
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot write to standard output", done.stderr)

    def test_full_disks(self):
        source = self.write("a.c", LOOP)
        self.expect([source, "-o", "/dev/full"], 1, "No space left on device", "[E105]")

    def test_shown_lines_are_short(self):
        ahead, after = 100 * "1 + ", 100 * " + 1"
        text = LOOP.replace("2 * x[i]", f"{ahead}(*x = i){after}")
        done = self.expect([self.write("a.c", text)], 0, "[R105]")
        _, line, caret, *_ = done.stderr.splitlines()
        self.assertLessEqual(len(line), 160)
        self.assertTrue(line.startswith("    ...") and line.endswith("..."), line)
        self.assertEqual(line[caret.index("^") - 2:][:5], "x = i")
        done = self.expect([self.write("a.c", "int f(void) { return 0 }" + 300 * " ")], 1, "[E103]")
        _, line, caret = done.stderr.splitlines()
        self.assertEqual(line[:30], "    int f(void) { return 0 }  ")
        self.assertLessEqual(len(line), 160)


unittest.main()
