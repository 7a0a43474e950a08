"""What the tests of the command share. The first argument of a test is the path of the command."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ESPALIER = os.path.abspath(sys.argv.pop(1))
ROOT = Path(__file__).resolve().parents[2]
LOOP = "void f(int n, double *restrict x) {\n  for (int i = 0; i < n; i++)\n    x[i] = 2 * x[i];\n}\n"


class CommandLineTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, name, text):
        path = self.folder / name
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    def run_espalier(self, *words, **options):
        return subprocess.run([ESPALIER, *map(str, words)], capture_output=True, text=True,
                              cwd=self.folder, timeout=60, **options)

    def expect(self, words, status, *messages, **options):
        done = self.run_espalier(*words, **options)
        self.assertEqual(done.returncode, status, done.stderr)
        for message in messages:
            self.assertIn(message, done.stderr)
        return done

    def expect_untouched_output(self, words, status, *messages):
        output = self.write("output.c", "precious\n")
        self.expect([*words, "-o", output], status, *messages)
        self.assertEqual(output.read_text(), "precious\n")
