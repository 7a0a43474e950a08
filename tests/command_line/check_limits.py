#!/usr/bin/env python3
"""Inputs that are truncated, nested deeply, or large: each ends with a message, and none in a crash.

Usage: check_limits.py ESPALIER
"""

import resource
import time
import unittest

from command_line import LOOP, ROOT, CommandLineTest

TREE = 'domain: "{ S[i, j] : 0 <= i, j < 9999 }"\nchild:\n  schedule: "[{ S[i, j] -> [(i)] }, { S[i, j] -> [(j)] }]"\n'


class Limits(CommandLineTest):
    def expect_end(self, words, *statuses):
        """The command ends by itself, with one of these statuses."""
        done = self.run_espalier(*words)
        self.assertIn(done.returncode, statuses, f"{words}: {done.stderr[:2000]}")
        return done

    def test_input_that_ends_early(self):
        self.expect([self.write("a.c", "int x")], 1, "a.c:1:6: error: expected ';'", "    int x\n         ^", "[E103]")
        self.expect([self.write("a.c", "int f(")], 1, "[E103]")
        self.expect_end([self.write("a.c", "")], 0)

    def test_prefixes_of_programs(self):
        for program in ("bench/kernels/gemm.c", "tests/end_to_end/programs/macros.c"):
            text = (ROOT / program).read_bytes()
            for length in range(0, len(text), max(1, len(text) // 40)):
                self.expect_end(["scop", self.write("a.c", text[:length])], 0, 1)

    def test_deep_expressions(self):
        for operand in (2000 * "- " + "n", 2000 * "!" + "n", 20000 * "~" + "n", 200 * "(" + "n" + 200 * ")",
                        2000 * "(" + "n" + 2000 * ")", 5000 * "n + " + "1", 3000 * "n ? 1 : " + "0", 2000 * "(int)" + "n"):
            for text in (LOOP.replace("2 * x[i]", operand), LOOP.replace("x[i] =", f"x[{operand}] ="),
                         LOOP.replace("i < n", f"i < {operand}"), LOOP.replace("    x", f"    if ({operand}) x")):
                done = self.expect_end([self.write("a.c", text), "--budget=100000"], 0, 1)
                self.assertNotIn("[E3", done.stderr)

    def test_deep_statements(self):
        for head in ("{", "if (n)", "for (int i = 0; i < n; i++)", "while (n) "):
            text = f"void f(int n, double *x) {{\n {3000 * head} x[0] = 0; {'}' * (3000 if head == '{' else 0)} }}\n"
            self.expect_end([self.write("a.c", text), "--budget=100000"], 0, 1)

    def test_stack_overflow_is_a_message(self):
        text = "int f(int n) { return " + 4_000_000 * "-+" + "n; }\n"
        self.expect_untouched_output([self.write("a.c", text)], 1, "espalier: error: the input is nested too deeply", "[E101]")

    def test_limited_memory(self):
        source = self.write("a.c", LOOP)
        limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (800 << 20, 800 << 20))
        self.assertIn("c0", self.expect([source], 0, preexec_fn=limit).stdout)

    def test_deep_models(self):
        parentheses = 200_000 * "(" + "i" + 200_000 * ")"
        for name, command, text in (
                ("a.st", "codegen", 'domain: "{ S[i] : 0 <= i < 9 }"\nchild:\n  schedule: "[{ S[i] -> [DEEP] }]"\n'),
                ("a.st", "schedule", 'domain: "{ S[i] : 0 <= DEEP < 9 }"\n'),
                ("a.sc", "schedule", 'domain: "{ S[i] : 0 <= DEEP < 9 }"\n'),
                ("a.ai", "deps", 'sink: "{ S[i] -> A[DEEP] }"\nschedule_map: "{ S[i] -> [i] }"\n'),
                ("a.in", "codegen", "{ S[i] -> [DEEP] : 0 <= i < 9 }\n{ : }\n{ }\n")):
            with self.subTest(command=command, name=name):
                done = self.expect([command, self.write(name, text.replace("DEEP", parentheses))], 1, "nested", "[E104]")
                self.assertLess(len(done.stderr), 2000)
                minuses = text.replace("DEEP", 2000 * "-" + "i")
                self.expect_end([command, self.write(name, minuses)], 0, 1)
        self.expect(["schedule", self.write("a.st", 100_000 * "[")], 1, "nested too deeply", "[E104]")

    def test_large_numbers(self):
        digits = 5000 * "9"
        for name, command, text in (
                ("a.st", "codegen", f'domain: "{{ S[i] : 0 <= i < {digits} }}"\nchild:\n  schedule: "[{{ S[i] -> [(i)] }}]"\n'),
                ("a.st", "codegen", f'domain: "{{ S[{digits}] }}"\n'),
                ("a.st", "codegen", f'domain: "{{ S[i] : 0 <= i < 9 }}"\nchild:\n  schedule: "[{{ S[i] -> [({digits}i)] }}]"\n'),
                ("a.st", "schedule", f'domain: "{{ S[i] : {digits} <= i < 2 * {digits} }}"\n'),
                ("a.sc", "schedule", f'domain: "{{ S[i] : 0 <= i < {digits} }}"\nvalidity: "{{ S[i] -> S[i + {digits}] }}"\n'),
                ("a.ai", "deps", f'sink: "{{ S[i] -> A[i + {digits}] : 0 <= i < 9 }}"\nschedule_map: "{{ S[i] -> [i] }}"\n'),
                ("a.in", "codegen", f"{{ S[i] -> [i + {digits}] : 0 <= i < 9 }}\n{{ : }}\n{{ }}\n")):
            for options in ([], ["--verify"]) if command == "codegen" else ([], ["--format=text"]) if name != "a.ai" else ([],):
                done = self.expect_end([command, self.write(name, text), *options], 0, 1)
                self.assertNotIn("[E3", done.stderr)

    def test_unrolling_is_limited(self):
        start = time.monotonic()
        source = self.write("a.st", TREE + '  options: "{ unroll[x] }"\n')
        self.expect_untouched_output(["codegen", source], 1, "it would be 99980001 copies of its code, and 10000 are the most",
                                     "[E109]")
        self.assertLess(time.monotonic() - start, 20)

    def test_scripts_make_few_loops(self):
        source, script = self.write("a.c", LOOP), self.write("a.lua", "for k = 1, 1500 do stripmine('i', 4) end\n")
        self.expect_untouched_output([source, f"--script={script}"], 1, "a.lua:1:20: error: `S0` would be in 101 loops, and 100 "
                                     "are the most", "[E112]")
        script.write_text("for k = 1, 20 do stripmine('i', 4) end\n")
        self.expect([source, f"--script={script}"], 0)

    def seconds_to_read(self, head, count):
        text = "".join(LOOP.replace("f(", f"f{k}(").replace("  for", head + "  for") for k in range(count))
        source, before = self.write("a.c", text), resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        self.expect(["scop", source, "-o", "/dev/null"], 0)
        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before

    def test_time_grows_with_the_number_of_functions(self):
        for head in ("#pragma espalier stripmine(4)\n", ""):
            few, many = self.seconds_to_read(head, 400), self.seconds_to_read(head, 1600)
            self.assertLess(many / few, 8)

    def test_budgets_are_whole_numbers(self):
        source, tree = self.write("a.c", LOOP), self.write("a.st", TREE)
        for budget in ("-1", "-15000000", "1.5", "many", "", "1e6", "99999999999999999999", "0x10", "12z"):
            for words in ([source], ["scop", source], ["deps", source], ["schedule", source], ["codegen", tree]):
                with self.subTest(budget=budget, command=words[0]):
                    self.expect_untouched_output([*words, f"--budget={budget}"], 2, "[E201]")
        self.expect([source, "--budget=0"], 0)
        for command, default in (("optimize", "17000000"), ("codegen", "4000000")):
            self.assertRegex(self.expect(["help", command], 0).stdout, rf"--budget [^\n]*{default}")


unittest.main()
