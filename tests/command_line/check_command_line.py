#!/usr/bin/env python3
"""The command as its users meet it: exit statuses, messages, and output files that stay whole.

Usage: check_command_line.py ESPALIER
"""

import os
import re
import unittest

from command_line import LOOP, ROOT, CommandLineTest

PAGE = (ROOT / "docs/schedule-trees.md").read_text()
WINDOWS = ('domain: "[n] -> { A[i] : 0 <= i < n; B[i] : 2 <= i < n + 2 }"\nchild:\n'
           '  schedule: "[{ A[i] -> [(i)]; B[i] -> [(i)] }]"\n')


class CommandLine(CommandLineTest):
    def test_optimizes_to_standard_output(self):
        source = self.write("a.c", LOOP)
        done = self.expect([source], 0)
        self.assertIn("#pragma omp parallel for", done.stdout)
        self.assertEqual(done.stdout, self.expect(["optimize", source], 0).stdout)

    def test_writes_the_output_file_whole(self):
        source = self.write("a.c", LOOP)
        self.expect([source, "-o", "b.c", "--target=c", "--tile=off"], 0)
        self.assertIn("for (long c0 = 0; c0 < n; c0++)", (self.folder / "b.c").read_text())
        self.assertEqual(sorted(os.listdir(self.folder)), ["a.c", "b.c"])

    def test_may_write_over_its_input(self):
        source = self.write("a.c", LOOP)
        self.expect([source, "-o", source], 0)
        self.assertIn("#pragma omp", source.read_text())

    def test_missing_input(self):
        self.expect_untouched_output(["missing.c"], 1, "missing.c: error: there is no such file [E101]")

    def test_directory(self):
        self.expect_untouched_output([self.folder], 1, "this is a directory", "[E101]")

    def test_not_c(self):
        source = self.write("a.cu", "int main() {}\n")
        self.expect_untouched_output([source], 1, "this is neither C nor C++", "[E102]")
        binary = self.write("a.c", b"\x7fELF\0\0\1")
        self.expect_untouched_output([binary], 1, "zero bytes", "[E102]")

    def test_syntax_error(self):
        source = self.write("a.c", "void f(void) {\n  int x = ;\n}\n")
        self.expect_untouched_output([source], 1, "a.c:2:11: error: expected expression [E103]", "int x = ;\n",
                                     "          ^")

    def test_what_gcc_12_only_warns_of(self):
        text = ("static counter;\nlast(x) { return x; }\n"
                "double *place(long address) { return address; }\n"
                "void touch(void) { return 1; }\nlong (*other)(void) = touch;\nint *one(double *x) { return x; }\n"
                "void g(double *x) { unknown(x); counter = sqrt(x[0]); }\n" + LOOP)
        done = self.expect([self.write("a.c", text), "--tile=off", "--target=c"], 0)
        self.assertIn("c0", done.stdout)
        self.expect(["a.c", "--", "-Werror=implicit-int"], 1, "a.c:1:8: error:", "[E103]")

    def test_keywords_that_are_macros(self):
        for definition in ("#define for if (1) for", "#define if(x) while (x)", "#define static"):
            text = f"{definition}\n{LOOP}"
            done = self.expect([self.write("a.c", text)], 0, "is the name of a macro here", "[R109]")
            self.assertEqual(done.stdout, text)
        plain = self.write("a.c", LOOP)
        self.expect([plain, "-Dlong=short", "--explain"], 0, "`long` is the name of a macro here", "[R109]")
        for harmless in ("#define inline __inline__\n", "#define for for\n", "#define restrict __restrict\n"):
            self.assertIn("c0", self.expect([self.write("a.c", harmless + LOOP)], 0).stdout)
        self.assertIn("c0", self.expect([self.write("a.c", LOOP + "#define long short\n")], 0).stdout)

    def test_unbalanced_marks(self):
        source = self.write("a.c", "void f(double *x) {\n#pragma scop\n  x[0] = 0;\n}\n")
        self.expect_untouched_output([source], 1, "a.c:2:1: error: `#pragma scop` without", "[E106]")

    def test_malformed_models(self):
        for name, command in (("a.st", "codegen"), ("a.st", "schedule"), ("a.sc", "schedule"), ("a.ai", "deps"),
                              ("a.in", "codegen")):
            source = self.write(name, "{ nonsense: [ }\n")
            self.expect_untouched_output([command, source], 1, "[E104]")

    def test_models_need_no_quotes(self):
        quoted = ('sink: "{ T[i] -> A[i] : 0 <= i < 9 }"\nmust_source: "{ S[i] -> A[i] : 0 <= i < 9 }"\nschedule:\n'
                  '  domain: "{ S[i] : 0 <= i < 9; T[i] : 0 <= i < 9 }"\n  child:\n    schedule: "[{ S[i] -> [(i)]; T[i] -> '
                  '[(i)] }]"\n    child:\n      sequence:\n      - filter: "{ S[i] }"\n      - filter: "{ T[i] }"\n')
        tree = quoted[quoted.index("  domain"):].replace("\n  ", "\n").strip() + "\n"
        for name, command, text in (("a.ai", "deps", quoted), ("a.st", "codegen", tree), ("a.st", "schedule", tree)):
            expected = self.expect([command, self.write(name, text)], 0).stdout
            bare = self.write(name, text.replace('"', "").replace("; ", ";\n        "))
            self.assertEqual(self.expect([command, bare], 0).stdout, expected)

    def test_dependences_in_all_formats(self):
        source = self.write("a.c", LOOP)
        for form, start in (("yaml", "--- # "), ("text", "# "), ("svg", "<?xml"), ("html", "<!DOCTYPE html>")):
            done = self.expect(["deps", source, f"--format={form}"], 0)
            self.assertTrue(done.stdout.startswith(start), done.stdout)

    def test_dependences_of_access_information_have_one_format(self):
        source = self.write("a.ai", 'sink: "{ T[i] -> A[i] : 0 <= i < 9 }"\nmust_source: "{ S[i] -> A[i] : 0 <= i < 9 }"\n'
                                    'schedule_map: "{ S[i] -> [0, i]; T[i] -> [1, i] }"\n')
        self.expect(["deps", source], 0)
        for form in ("text", "svg", "html"):
            self.expect_untouched_output(["deps", source, f"--format={form}"], 2, "`.ai` file", "--format=yaml", "[E201]")

    def test_cyclic_constraints(self):
        source = self.write("a.sc", 'domain: "{ A[i] : 0 <= i < 3 }"\nvalidity: "{ A[i] -> A[j] : 0 <= i, j < 3 }"\n')
        self.expect_untouched_output(["schedule", source], 1, "a.sc: error:", "cycle", "[E104]")

    def test_unwritable_output(self):
        source = self.write("a.c", LOOP)
        self.expect([source, "-o", self.folder / "missing" / "b.c"], 1, "cannot write the output", "[E105]")
        self.expect([source, "-o", self.folder], 1, "it is a directory", "[E105]")

    def test_wrong_command_lines(self):
        source = self.write("a.c", LOOP)
        for words in ([source, "--frobnicate"], [source, "--target=fortran"], [source, "--tile=0"],
                      [source, "--tile=a,b"], ["optimize"], [], ["help", "nothing"], [source, "--budget=-1"],
                      ["deps", source, "--format=map"], ["deps", source, "--edges=false"]):
            self.expect(words, 2, "[E201]")

    def test_no_region(self):
        for text in ("int x;\n", "int f(int n) { while (n > 1) n /= 2; return n; }\n"):
            source = self.write("a.c", text)
            done = self.expect([source], 0, "there is no region to optimize", "[R101]")
            self.assertEqual(done.stdout, text)

    def test_non_affine_loops_are_kept(self):
        text = "void f(double *restrict x, int *restrict y) {\n  for (int i = 0;\n  i < y[i]; i++)\n    x[i] = 0;\n}\n"
        source = self.write("a.c", text)
        done = self.expect([source], 0, "a.c:3:7: remark: this is not an affine expression", "[R105]")
        self.assertEqual(done.stdout, text)

    def test_region_in_a_header(self):
        self.write("a.h", "static void g(double *x) {\n#pragma scop\nfor (int i = 0; i < 9; i++) x[i] = 0;\n"
                          "#pragma endscop\n}\n")
        source = self.write("a.c", '#include "a.h"\nvoid f(double *x) { g(x); }\n')
        self.expect([source], 0, "a.h:2:", "[R110]")

    def test_region_inside_a_macro(self):
        text = "#define BODY int i; for (i = 0; i < 9; i++) x[i] = 0; i = 3;\nvoid f(double *x) { BODY }\n"
        source = self.write("a.c", text)
        done = self.expect([source, "--explain"], 0, "[R109]")
        self.assertEqual(done.stdout, text)

    def test_budget(self):
        source = self.write("a.c", LOOP)
        done = self.expect([source, "--budget=10", "--explain"], 0, "[R201]")
        self.assertEqual(done.stdout, LOOP)

    def test_budget_for_blocks(self):
        source = self.write("a.c", "void f(int n, double a[restrict n][n], double b[restrict n][n]) {\n"
                                   "  for (int i = 0; i < n; i++)\n    for (int j = i; j < n; j++)\n"
                                   "      for (int k = i; k <= j; k++)\n"
                                   "        b[i][j] += a[i][k] * a[k][j];\n}\n")
        done = self.expect([source, "--budget=3000000", "--explain", "--emit-script=a.lua"], 0, "[R204]")
        self.assertRegex(done.stderr, "this was given up: operands packed.*R201")
        self.assertNotRegex(done.stderr, "this is the fastest: operands packed")
        self.assertEqual(self.expect([source, "--script=a.lua"], 0).stdout, done.stdout)

    def test_reductions_of_what_has_another_layout(self):
        source = self.write("a.c", "void f(int n, double a[restrict n][n], double *restrict x) {\n"
                                   "  for (int i = 0; i < n; i++) {\n    double s = 0;\n"
                                   "    for (int j = 0; j < n; j++)\n      s += a[i][j];\n"
                                   "    x[i] = s;\n  }\n}\n")
        done = self.expect([source, "--target=openmp", "--fast-math"], 0)
        self.assertIn("s_strip", done.stdout)
        self.assertNotIn("reduction", done.stdout)

    def test_check_of_a_schedule(self):
        source = self.write("a.c", "void f(int n, double *restrict x) {\n"
                                   "  for (int i = 1; i < n; i++)\n    x[i] = x[i - 1];\n}\n")
        tree = self.run_espalier("schedule", source, "--scheduler=none").stdout
        self.assertIn("respects all", self.expect(["deps", source, f"--check={self.write('a.st', tree)}"], 0).stdout)
        wrong = self.write("b.st", tree.replace("-> [(i)]", "-> [(-i)]").replace("-> [(i0)]", "-> [(-i0)]"))
        self.expect(["deps", source, f"--check={wrong}"], 1, "S0[i=1] (line 3) writes x[1]",
                    "has -1 for the first and -2 for the second", "[E110]")

    def test_missed_parallelism_is_explained(self):
        source = self.write("a.c", "void f(int n, double *restrict x) {\n"
                                   "  for (int i = 1; i < n; i++)\n    x[i] = x[i - 1];\n}\n")
        self.expect([source, "--explain"], 0, "S0[i=1] (line 3) writes x[1]", "S0[i=2] (line 3) reads",
                    "distance (1)", "[R210]")
        plain = self.expect([source, "--explain", "--target=c"], 0)
        self.assertNotIn("R210", plain.stderr)

    def test_a_choice_can_be_asked_for(self):
        source = self.write("a.c", LOOP)
        for name in ("scheduled", "the source"):
            self.expect([source, "--explain", f"--choice={name}"], 0, "asked for")
        kept = self.expect([source, "--explain", "--choice=nothing_like_it"], 0, "by the estimate")
        self.assertNotIn("asked for", kept.stderr)

    def test_help_lists_all_heuristics(self):
        text = (ROOT / "espalier/scheduler/options.h").read_text()
        fields = re.findall(r"^    [\w:]+ (\w+) = ([\w:]+);", text[text.index("struct Options"):], re.M)
        self.assertGreaterEqual(len(fields), 8)
        help_text = self.expect(["help", "schedule"], 0).stdout
        for field, default in fields:
            option = "--scheduler" if field == "algorithm" else "--" + field.replace("_", "-")
            self.assertIn(option, help_text)
            if default.isdigit():
                self.assertRegex(help_text, rf"{option} [^\n]*={default}\n")
            if default in ("true", "false"):
                self.assertIn(f"--no-{option[2:]}", help_text)
            self.assertRegex(PAGE, rf"\| `--(\[no-\])?{option[2:]}\b")

    def test_heuristics_reach_the_scheduler(self):
        source = self.write("a.c", LOOP)
        for options in (["--strategy=gpu"], ["--strategy=distances"], ["--no-outer-coincidence"],
                        ["--no-maximize-coincidence"], ["--fusion-distance=0"], ["--max-constant-term=-1"],
                        ["--sequential-members=0"], ["--register-limit=0"], ["--line=1"]):
            self.expect(["schedule", source, *options], 0)
            self.expect([source, *options, "--verify"], 0)
        for options in (["--strategy=fpga"], ["--fusion-distance=-1"], ["--max-constant-term=-2"], ["--line=0"],
                        ["--register-limit=many"]):
            self.expect(["schedule", source, *options], 2, "[E201]")
        shifted = self.write("a.sc", 'domain: "{ A[i] : 0 <= i < 9; B[i] : 0 <= i < 9 }"\n'
                                     'validity: "{ A[i] -> B[i - 2] : 2 <= i < 9 }"\n'
                                     'proximity: "{ A[i] -> B[i - 2] : 2 <= i < 9 }"\n')
        self.assertIn("B[i] -> (2 + i)", self.expect(["schedule", shifted, "--format=text"], 0).stdout)
        for options in (["--max-constant-term=1"], ["--strategy=distances", "--max-constant-term=0"]):
            self.assertNotIn("(2 + i)", self.expect(["schedule", shifted, "--format=text", *options], 0).stdout)

    def test_strategies(self):
        source = self.write("a.c", "void f(int n, double A[restrict n][n], double B[restrict n][n]) {\n"
                                   "  for (int i = 0; i < n; i++)\n    for (int j = 0; j < n; j++)\n"
                                   "      A[j][i] = B[j][i];\n}\n")
        def strategy(words):
            return self.expect(["schedule", "--trace", *words], 0).stdout.split("strategy ")[1].split(";")[0]
        constraints = self.write("a.sc", 'domain: "{ A[i] : 0 <= i < 9 }"\n')
        self.assertEqual(strategy([source]), "cpu")
        self.assertEqual(strategy([constraints]), "distances")
        self.assertEqual(strategy([source, "--strategy=gpu"]), "gpu")
        self.assertEqual(strategy([constraints, "--strategy=gpu"]), "gpu")
        self.assertNotIn("coalesced", self.expect(["schedule", source], 0).stdout)
        tree = self.write("a.st", self.expect(["schedule", source, "--strategy=gpu"], 0).stdout)
        self.assertIn('mark: "coalesced: 0"', tree.read_text())
        self.assertIn("S0(", self.expect(["codegen", tree, "--verify"], 0).stdout)
        self.assertIn("#pragma omp", self.expect([source, "--strategy=gpu", "--verify"], 0).stdout)

    def test_traces(self):
        source = self.write("a.c", LOOP)
        plain = self.expect(["schedule", source], 0).stdout
        traced = self.expect(["schedule", source, "--trace"], 0).stdout
        self.assertIn("# band of S0\n", traced)
        self.assertEqual([line for line in traced.splitlines() if not line.startswith("# ")], plain.splitlines())
        self.assertEqual(self.expect(["schedule", source, "--trace", "--scheduler=none"], 0).stdout,
                         self.expect(["schedule", source, "--scheduler=none"], 0).stdout)
        for form in ("svg", "html"):
            self.expect_untouched_output(["schedule", source, "--trace", f"--format={form}"], 2, "`--trace`", "[E201]")

    def test_sequential_members_are_explained(self):
        source = self.write("a.c", "void f(int n, double *restrict x) {\n"
                                   "  for (int i = 1; i < n; i++)\n    x[i] = x[i - 1];\n}\n")
        self.expect(["schedule", source, "--explain"], 0, "schedule dimension 0, S0 -> i, is not coincident",
                    "S0[i=1] (line 3) writes x[1]", "S0[i=2] (line 3) reads", "[R211]")
        self.assertEqual(self.expect(["schedule", source], 0).stderr, "")
        self.assertEqual(self.expect(["schedule", self.write("b.c", LOOP), "--explain"], 0).stderr, "")

    def test_locality_takes_a_quarter_of_the_budget(self):
        source = self.write("a.c", "void f(int n, double A[restrict n][n]) {\n  for (int i = 1; i < n; i++)\n"
                                   "    for (int j = 1; j < n; j++)\n      A[i][j] = A[i - 1][j] + A[i][j - 1];\n}\n")
        budgets = [round(2000 * 1.5 ** k) for k in range(15)]
        done = [self.expect(["schedule", source, "--explain", f"--budget={budget}"], 0) for budget in budgets]
        lacking = [one for one in done if "no reference was weighed for locality" in one.stderr and one.stdout]
        self.assertTrue(lacking)
        self.assertIn("[R201]", lacking[0].stderr)
        self.assertNotIn("R201", done[-1].stderr)

    def test_reductions_need_permission_for_floating_point(self):
        text = ("double f(int n, const double *restrict x) {\n  double sum = 0;\n"
                "  for (int i = 0; i < n; i++)\n    sum += x[i];\n  return sum;\n}\n")
        clause = "reduction(+: sum)"
        source = self.write("a.c", text)
        self.assertNotIn(clause, self.expect([source, "--explain"], 0, clause, "--fast-math", "[R209]").stdout)
        self.assertIn(clause, self.expect([source, "--explain", "--fast-math"], 0, clause, "[R208]").stdout)
        plain = self.expect([source, "--explain", "--fast-math", "--target=c"], 0)
        self.assertNotIn("R20", plain.stderr.replace("R203", ""))
        integers = self.write("b.c", text.replace("double", "int"))
        code = self.expect([integers, "--explain"], 0, clause, "[R208]").stdout
        self.assertIn("unsigned int x0 = sum;", code)
        self.assertIn("reduction(+: x0)", code)

    def test_overlap_without_bounds(self):
        text = ("__attribute__((pure)) double sum(const double *p);\nvoid f(int n, double *p, double *q) {\n"
                "  for (int i = 0; i < n; i++)\n    p[i] = sum(q);\n}\n")
        source = self.write("a.c", text)
        done = self.expect([source, "--explain"], 0, "[R203]")
        self.assertEqual(done.stdout, text)

    def test_flags_reach_clang(self):
        (self.folder / "include").mkdir()
        (self.folder / "include" / "size.h").write_text("#define SIZE 7\n")
        source = self.write("a.c", '#include "size.h"\ndouble x[SIZE];\nvoid f(void) { for (int i = 0; i < SIZE - LESS; '
                                   'i++) x[i] = 0; }\n')
        for words in (["-I", "include", "-DLESS=2"], ["-Iinclude", "-D", "LESS=2"], ["--", "-Iinclude", "-DLESS=2"]):
            done = self.expect([source, "--target=c", "--tile=off", *words], 0)
            self.assertIn("c0 <= 4", done.stdout)
        self.expect([source, "-Iinclude", "-DLESS=2", "-std=c89", "--", "-pedantic-errors"], 1, "[E103]")

    def test_line_ends_are_kept(self):
        source = self.write("a.c", LOOP.replace("\n", "\r\n"))
        self.expect([source, "-o", "b.c"], 0)
        text = (self.folder / "b.c").read_bytes()
        self.assertEqual(text.count(b"\n"), text.count(b"\r\n"))

    def test_timings(self):
        source = self.write("a.c", LOOP)
        done = self.expect([source, "--timings"], 0)
        lines = [line.split() for line in done.stderr.splitlines() if line.startswith("timing: ")]
        self.assertEqual(lines[0][1], "frontend")
        self.assertEqual(lines[-1][1], "total")

    def test_windows(self):
        source = self.write("a.c", LOOP)
        phases = ["frontend", "dependence", "scheduler", "strategies", "lowering", "ast"]
        for last in phases:
            done = self.expect([source, f"--stop-after={last}", "--scheduler=none"], 0)
            self.assertEqual(re.findall(r"^--- # .*, after (\w+)$", done.stdout, re.M), [last])
            self.assertNotIn("void f", done.stdout)
        plain, done = (self.expect([source, *options, "--scheduler=none"], 0) for options in ([], ["--print-after=all"]))
        self.assertEqual(done.stdout, plain.stdout)
        self.assertEqual(re.findall(r"^--- # .*, after (\w+)$", done.stderr, re.M), phases)
        both = self.expect([source, "--print-after=frontend", "--stop-after=ast", "--scheduler=none"], 0)
        self.assertEqual(re.findall(r", after (\w+)$", both.stdout, re.M), ["frontend", "ast"])
        both = self.expect([source, "--print-after=all", "--stop-after=scheduler", "--scheduler=none"], 0)
        self.assertEqual(re.findall(r", after (\w+)$", both.stdout, re.M), phases[:3])
        self.expect([source, "--stop-after=codegen"], 2, "codegen")
        self.expect([source, "--stop-after=ast", "--emit-script=a.lua"], 2, "one of the two has to go")

    def test_other_commands(self):
        source = self.write("a.c", LOOP)
        self.assertIn("S0[i]", self.expect(["scop", source], 0).stdout)
        self.assertIn("flow:", self.expect(["deps", source], 0).stdout)
        self.assertIn("domain:", self.expect(["schedule", source], 0).stdout)
        tree = self.write("a.st", 'domain: "{ S[i] : 0 <= i < 3 }"\nchild:\n  schedule: "[{ S[i] -> [(i)] }]"\n')
        self.assertIn("S(c0);", self.expect(["codegen", tree], 0).stdout)
        self.assertIn("S(c0);", self.expect(["codegen", tree, "--verify"], 0).stdout)

    def test_schedule_formats(self):
        source = self.write("a.c", LOOP + LOOP.replace("f(", "g("))
        tree = self.write("a.st", 'domain: "{ S[i] : 0 <= i < 3 }"\nchild:\n  schedule: "[{ S[i] -> [(-i)] }]"\n')
        expected = {"yaml": ("--- # {}:2, in `f`\ndomain:", "domain:"),
                    "text": ("# {}:2, in `f`\ndomain [n] -> {{", "domain {{ S[i] :"),
                    "map": ("# {}:2, in `f`\n[n] -> {{ S0[i] -> [i]", "{{ S[i] -> [-i]"),
                    "2d+1": ("# {}:2, in `f`\nS0  i | 1\n", "S   i |  1\n"),
                    "svg": ("<?xml", "<?xml"),
                    "html": ("<!DOCTYPE html>", "<!DOCTYPE html>")}
        for name, starts in expected.items():
            for path, start in zip((source, tree), starts):
                with self.subTest(format=name, input=path.name):
                    words = ["schedule", path, f"--format={name}", "--scheduler=none"]
                    found = self.expect(words, 0).stdout
                    self.assertEqual(found[:len(start.format(path))], start.format(path))
                    self.assertIn("f" if path == source else "S", found)
        self.expect(["schedule", tree, "--format=png"], 2, "yaml,text,svg,html,map,2d+1", "[E201]")

    def test_pages_and_pictures_hold_all_regions(self):
        source = self.write("a.c", LOOP + LOOP.replace("f(", "g("))
        for name in ("svg", "html"):
            found = self.expect(["schedule", source, f"--format={name}"], 0).stdout
            self.assertIn("a.c:2, in `f`", found)
            self.assertIn("a.c:6, in `g`", found)

    def test_invalid_trees(self):
        source = self.write("a.st", 'domain: "{ S[i] : 0 <= i < 9 }"\nchild:\n  set:\n'
                                    '  - filter: "{ S[i] : i < 5 }"\n  - filter: "{ S[i] : i > 5 }"\n')
        for command in ("schedule", "codegen"):
            self.expect_untouched_output([command, source], 1, "a.st:3:3: error:", "no child has S[5]", "[E107]")

    def test_conversions_that_do_not_apply(self):
        source = self.write("a.st", 'domain: "{ S[i] : 0 <= i < 9 }"\nchild:\n  schedule: "[{ S[i] -> [(floor(i/2))] }]"\n')
        self.expect_untouched_output(["schedule", source, "--format=2d+1"], 1, "a.st: error:", "affine",
                                     "[E108]")

    def test_verification_says_how_far_it_went(self):
        domain = 'domain: "[n] -> { S[i] : 0 <= i < n }"\nchild:\n'
        band = '  schedule: "[{ S[i] -> [(i)] }]"\n'
        tree = self.write("a.st", domain + band)
        self.assertEqual(self.expect(["codegen", tree, "--verify"], 0).stderr, "")
        self.expect(["codegen", tree, "--verify", "--budget=10"], 0, "small values", "--budget", "[R206]")
        guard = self.write("b.st", domain + '  guard: "[n] -> { : n > 3 }"\n  child:\n' + band.replace("  s", "    s"))
        self.assertEqual(self.expect(["codegen", guard, "--verify"], 0).stderr, "")
        inner = self.write("c.st", domain + band + '  child:\n    guard: "{ [i] : i > 3 }"\n')
        self.assertEqual(self.expect(["codegen", inner, "--verify"], 0).stderr, "")

    def test_trees_without_code(self):
        loop = 'child:\n  schedule: "[{{ S[i] -> [(i)] }}]"\n  options: "{}"\n'
        unbounded = self.write("a.st", 'domain: "[n] -> { S[i] : i < n }"\n' + loop.format("{ }"))
        self.expect_untouched_output(["codegen", unbounded], 1, "no lower bound", "[E109]")
        unrolled = self.write("b.st", 'domain: "[n] -> { S[i] : 0 <= i < n }"\n' + loop.format("{ unroll[0] }"))
        self.expect_untouched_output(["codegen", unrolled], 1, "cannot be unrolled", "[E109]")

    def test_loop_options_of_files(self):
        relation = WINDOWS.split('"')[1].replace("] :", "] -> [i] :") + "\n{ : }\n{ [i] -> separate[x] }\n"
        for name, text in (("a.st", WINDOWS), ("a.in", relation)):
            for option, copies in (("atomic", 1), ("separate", 2)):
                with self.subTest(input=name, option=option):
                    source = self.write(name, f"# OPTIONS: --{option}\n" + text)
                    code = self.expect(["codegen", source, "--verify"], 0).stdout
                    self.assertEqual((code.count("A("), code.count("B(")), (copies, copies))
        source = self.write("a.st", "# OPTIONS: --unroll\n" + WINDOWS.replace("n + 2", "5").replace("< n;", "< 3;"))
        self.assertEqual(self.expect(["codegen", source], 0).stdout,
                         "A(0);\nA(1);\nA(2);\nB(2);\nB(3);\nB(4);\n")
        source = self.write("a.st", "# OPTIONS: --fast\n" + WINDOWS)
        self.expect_untouched_output(["codegen", source], 1, "a.st:1: error: `--fast`", "[E104]")

    def test_guards_in_innermost_loops_are_explained(self):
        atomic = self.write("a.st", "# OPTIONS: --atomic\n" + WINDOWS)
        self.assertEqual(self.expect(["codegen", atomic], 0).stderr, "")
        self.expect(["codegen", atomic, "--explain"], 0, "a.st: remark: the innermost loop over c0",
                    "`c0 < n` for A", "`c0 >= 2` for B", "[R207]")
        separate = self.write("a.st", "# OPTIONS: --separate\n" + WINDOWS)
        self.assertEqual(self.expect(["codegen", separate, "--explain"], 0).stderr, "")

    def test_limits_of_code_size(self):
        source = self.write("a.st", "# OPTIONS: --separate\n" + WINDOWS)
        for limits, copies, loops in (([], 2, 3), (["--max-copies=2"], 2, 3), (["--max-nests=3"], 2, 3),
                                      (["--max-copies=1"], 1, 1), (["--max-nests=2"], 1, 1)):
            with self.subTest(limits=limits):
                code = self.expect(["codegen", source, "--verify", *limits], 0).stdout
                self.assertEqual((code.count("A("), code.count("for")), (copies, loops))
        loop = '      schedule: "[{ S[i] -> [(i)] }]"\n'
        parted = self.write("b.st", 'domain: "{ S[i] : 0 <= i < 9 }"\nchild:\n  sequence:\n'
                                    '  - filter: "{ S[i] : i < 5 }"\n    child:\n' + loop +
                                    '  - filter: "{ S[i] : i >= 5 }"\n    child:\n' + loop)
        for limit in ("--max-copies=1", "--max-nests=1"):
            self.expect_untouched_output(["codegen", parted, limit], 1, "as requested", "[E109]")
            self.expect(["codegen", parted, limit.replace("1", "2")], 0)
            self.expect(["codegen", parted, limit.replace("1", "0")], 2, "[E201]")

    def test_upper_bounds(self):
        source = self.write("a.st", 'domain: "[n, m] -> { S[i] : 0 <= i < n and 2i < m }"\nchild:\n'
                                    '  schedule: "[{ S[i] -> [(i)] }]"\n')
        minimum = self.expect(["codegen", source, "--upper-bounds=minimum"], 0).stdout
        self.assertIn("min(", minimum)
        self.assertEqual(minimum, self.expect(["codegen", source], 0).stdout)
        conjunction = self.expect(["codegen", source, "--upper-bounds=conjunction", "--verify"], 0).stdout
        self.assertIn("c0 < n && ", conjunction)
        self.assertNotIn("min(", conjunction)
        self.expect(["codegen", source, "--upper-bounds=both"], 2, "minimum", "conjunction", "[E201]")

    def expect_refused_script(self, script, *messages, text=LOOP):
        """Each message starts with the place in the script."""
        source, path = self.write("a.c", text), self.write("a.lua", script)
        self.expect_untouched_output([source, f"--script={path}"], 1,
                                     *(f"{path}:{message}" for message in messages))

    def test_scripts_name_what_there_is_not(self):
        self.expect_refused_script("tile(S7, {4})\n", "1:1: error: no statement or variable `S7`; there are the statements S0")
        self.expect_refused_script("\n  reverse('k')\n", "2:3: error: no loop is called `k`; the loops are [0] `i` around S0")
        self.expect_refused_script("stripmine(S0, 2, 4)", "1:1: error: `S0` is in 1 loops; it has no loop at depth 2")
        self.expect_refused_script("extend(S0, 5, 0, 'k')", "1:1: error: `S0` is in 1 loops; there is no depth 5")
        self.expect_refused_script("frobnicate('i')", "1:1: error: there is no transformation `frobnicate`")
        self.expect_refused_script("local function f() tile('z', {4}) end\nf()\n", "1:20: error: no loop is called `z`",
                                   "2:1: remark: called from here")

    def test_scripts_have_constant_factors(self):
        for factor, message in (("'n'", 'has to be a whole number, not "n"'), ("n", "has to be a whole number, not n"),
                                ("2.5", "has to be a whole number, not 2.5"), ("0", "0 is no size of a strip")):
            with self.subTest(factor=factor):
                source, path = self.write("a.c", LOOP), self.write("a.lua", f"stripmine('i', {factor})\n")
                self.expect_untouched_output([source, f"--script={path}"], 1, f"{path}:1:1: error: ", message)

    def test_scripts_end(self):
        self.expect_refused_script("while true do end", "1:1: error: the script takes more than 200000000 instructions")
        for bomb in ("local t = 'x'\n  while true do t = t .. t end", "local t = {}\n  for k = 1, 1e9 do t[k] = {k} end"):
            self.expect_refused_script(bomb, "2:3: error: the script needs more than 262144 KiB of memory [E112]")

    def test_scripts_are_lua(self):
        for binary in (b"\x1bLuaS\x00", b"a\0b", b"\x7fELF\0\0\1"):
            self.expect_refused_script(binary, " error: the file is binary; a script is the text of a Lua program [E112]")
        self.expect_refused_script("int main(void)\n{\n}\n", "1:5: error: syntax error near 'main' [E112]")
        self.expect_refused_script("// tiles\ntile('i', {4})\n", "1:1: error: unexpected symbol near '//' [E112]")
        self.expect_refused_script("reverse('i'", "1:1: error: ')' expected near <eof> [E112]")

    def test_scripts_that_cannot_be_read(self):
        source = self.write("a.c", LOOP)
        self.expect_untouched_output([source, "--script=missing.lua"], 1, "missing.lua: error: there is no such file [E101]")
        self.expect_untouched_output([source, f"--script={self.folder}"], 1, "this is a directory", "[E101]")

    def test_scripts_are_used_or_written(self):
        source, script = self.write("a.c", LOOP), self.write("a.lua", "reverse('i')\n")
        self.expect_untouched_output([source, f"--script={script}", "--emit-script=b.lua"], 2, "one of the two", "[E201]")
        self.assertFalse((self.folder / "b.lua").exists())

    def test_scripts_say_which_region_they_are_about(self):
        text = LOOP + LOOP.replace("f(", "g(")
        there = "there are region(1) in `f` on line 2, region(2) in `g` on line 6 [E112]"
        for script, message in (("reverse('i')", "the script does not say which region it is about"),
                                ("region('h')", "no function `h` has a region"), ("region(3)", "there is no region 3")):
            self.expect_refused_script(script, f"1:1: error: {message}; {there}", text=text)
        source, script = self.write("a.c", text), self.write("a.lua", "region('g')\nreverse('i')\n")
        done = self.expect([source, f"--script={script}", "--target=c"], 0, "a.c:2:3: remark:", "does nothing", "[R203]")
        self.assertIn(LOOP, done.stdout)
        self.assertNotEqual(done.stdout, text)

    def test_what_scripts_ask_for_has_code(self):
        self.expect_refused_script("assume('n > 3')\nfullunroll('i')\nparallel('i')\n",
                                   "2:1: error: there is no code for what `fullunroll(\"i\")` makes: ")

    def test_what_scripts_ask_for_in_the_end(self):
        self.expect_refused_script("reverse('i')\n  vector_rows()\n", "2:3: error: `vector_rows()` finds nothing to do: no "
                                   "loop that runs in vector lanes ")
        source, script = self.write("a.c", LOOP), self.write("a.lua", "keep_source()\n")
        done = self.expect([source, f"--script={script}"], 0, "was left as it was: the script says so [R203]")
        self.assertEqual(done.stdout, LOOP)
        self.expect_refused_script("keep_source()\nreverse('i')\n", "2:1: error: `keep_source()` was called")

    def test_blocks_of_products_that_change(self):
        product = """void f(int n, double A[restrict n][n], double B[restrict n][n], double C[restrict n][n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
S1:     C[i][j] += A[i][k] * B[k][j];
#pragma endscop
}
"""
        source, script = self.write("a.c", product), self.write("a.lua", "block_product(S1)\nparallel(enclose(S1, 6))\n")
        done = self.expect([source, f"--script={script}", "--explain"], 0, "as the script says: operands packed, and sums kept")
        self.assertIn("espalier_kernel0", done.stdout)
        scaled = self.write("b.c", product.replace("#pragma endscop", "  for (int i = 0; i < n; i++)\nS2: C[0][i] *= 2;\n"
                                                                     "#pragma endscop"))
        script.write_text(script.read_text() + "vector(enclose(S2))\n")
        done = self.expect([scaled, f"--script={script}", "--target=c"], 0)
        self.assertEqual(done.stdout.count("#pragma"), 1)
        self.assertRegex(done.stdout, r"#pragma GCC ivdep\n.*\n *C\[0\]\[c0\] \*= 2;")
        self.expect_refused_script("block_product(S1)\nfullunroll(enclose(S1))\n", "1:1: error: `block_product(S1)` cannot be "
                                   "done: after it, S1 was changed: ", text=product)

    def test_directives_are_scripts(self):
        text = LOOP.replace("  for", "#pragma espalier stripmine(4)\n  for")
        source, script = self.write("a.c", text), self.write("a.lua", "stripmine('i', 4)\n")
        plain = self.write("b.c", LOOP)
        expected = self.expect([plain, f"--script={script}"], 0).stdout
        done = self.expect([source], 0)
        self.assertEqual(done.stdout, expected)
        self.assertEqual(done.stderr, "")
        self.expect([source, "--emit-script=c.lua", "-o", "c.c"], 0)
        self.assertIn("stripmine(loop{line=3}, 4)\n", (self.folder / "c.lua").read_text())
        done = self.expect([source, "--script=c.lua"], 0, "a.c:2:18: remark: `#pragma espalier stripmine(4)` has no effect",
                           "[R111]")
        self.assertEqual(done.stdout, expected)

    def test_wrong_directives(self):
        loop = "  for (int i = 1; i < n; i++)\n    x[i] += x[i - 1];\n"
        head, region = "void f(int n, double *restrict x) {\n", LOOP.replace("f(", "g(")
        for directive, message in (("  reverse", "4:21: error: `reverse(loop({line = 5}))` breaks a dependence, and nothing"),
                                   ("tile(4, 4)", "4:19: error: the directive is about loops inside each other"),
                                   ("unroll", "4:19: error: there is no code for what `fullunroll(loop({line = 5}))` makes"),
                                   ("peel(k)", "4:19: error: `k` cannot be read as an affine expression")):
            with self.subTest(directive=directive):
                source = self.write("a.c", f"{head}\n\n #pragma espalier {directive}\n{loop}}}\n{region}")
                self.expect_untouched_output([source], 1, f"{source}:{message}")

    def test_nothing_is_done_unless_the_estimate_says_that_it_pays(self):
        source = self.write("a.c", LOOP)
        for options in (["--target=c"], ["--target=c", "--machine=here.yaml"]):
            self.write("here.yaml", "cores: 8\n")
            done = self.expect([source, "--explain", *options], 0, "nothing is clearly faster", "[R203]")
            self.assertEqual(done.stdout, LOOP)
        self.assertNotIn("R203", self.expect([source, "--target=c"], 0).stderr)
        for options in (["--tile=off"], ["--tile=8"], ["--scheduler=none"]):
            done = self.expect([source, "--target=c", "--explain", *options], 0, "[R204]")
            self.assertIn("c0", done.stdout)
        small = self.write("small.c", LOOP.replace("i < n", "i < 100"))
        self.assertNotIn("#pragma omp", self.expect([small], 0).stdout)
        large = self.write("large.c", LOOP.replace("i < n", "i < 1000000"))
        self.assertIn("#pragma omp parallel for\n", self.expect([large], 0).stdout)
        code = self.expect([source], 0).stdout
        self.assertRegex(code, r"void espalier_region1\(int n, double \*restrict x\)\n{\n *#pragma omp parallel for\n")
        self.assertRegex(code, r"if \(n >= espalier_enough\(\d+, \d+\)\) \{\n *espalier_region1\(n, x\);\n")

    def test_machine_can_be_edited_and_given_back(self):
        source = self.write("a.c", LOOP)
        self.expect(["machine", "-o", "here.yaml"], 0)
        printed = (self.folder / "here.yaml").read_text()
        self.assertRegex(printed, r"cores: \d+ ")
        self.assertEqual(self.expect(["machine"], 0).stdout, printed)
        self.assertEqual(self.expect([source, "--machine=here.yaml"], 0).stdout,
                         self.expect([source], 0).stdout)
        self.assertIn("division", self.expect(["machine", "--measure"], 0).stdout)
        self.write("here.yaml", printed.replace("cores: ", "core: "))
        self.expect_untouched_output([source, "--machine=here.yaml"], 1, "here.yaml:2:1: error: ",
                                     "did you mean `cores`?", "[E104]")
        self.expect([source, "--machine=nowhere.yaml"], 1, "[E101]")

    def test_help_and_version(self):
        self.assertIn("optimize", self.expect(["help"], 0).stdout)
        self.assertIn("--tile", self.expect(["help", "optimize"], 0).stdout)
        self.assertIn("isl-", self.expect(["--version"], 0).stdout)


unittest.main()
