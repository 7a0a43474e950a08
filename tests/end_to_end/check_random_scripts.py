#!/usr/bin/env python3
"""Transforms random programs as random scripts say, and compares results with the originals'.

Usage: check_random_scripts.py ESPALIER [--count=60] [--seed=N] [--work=DIRECTORY]

Scripts have up to 20 calls, legal or not. Where espalier makes code, it computes the same as the
original; where it refuses, the exit status is 1, the message has the line of the script, and nothing
is written. A script with a call that cannot be applied is then tried without that call. Program and script k of a run are made from the seed + k alone; a failure prints that
number and keeps the files.
"""

import random
import re
import subprocess

from check_random import Generator, compile_c, run
from seeds import check_seeds

# Names for what there is when a call comes, so that most calls mean something.
PRELUDE = """local function S(k)
    local all = statements()
    return statement(all[k % #all + 1])
end
local function L(k, out)
    return enclose(S(k), out % depth(S(k)) + 1)
end
local function name(x)
    local names = loops(x)
    return names[#names]
end
"""
PRELUDE_LINES = PRELUDE.count("\n")


class ProgramGenerator(Generator):
    """Adds an array that carries no values into the region or out of it, as data layouts need."""

    def loop(self, indentation):
        if not self.loops and not self.lines:
            self.lines.append(f"{indentation}unsigned D[SIZE];")
        super().loop(indentation)

    def assignment(self, indentation):
        if not any("D[MIDDLE" in line for line in self.lines) or self.random.random() < 0.25:
            place = f"D[MIDDLE + {self.affine()}]"
            self.lines.append(f"{indentation}{place} = {self.expression()};")
            self.lines.append(f"{indentation}{self.element()} += {place};")
        super().assignment(indentation)


class ScriptGenerator:
    """Makes one script; about half have no calls but those that are legal wherever they apply."""

    def __init__(self, seed, program):
        body = re.search(r"kernel\(int n, int m\)(.*)int main", program, re.S)[1]
        self.constants = [name for name in "nm" if re.search(rf"\b{name}\b", body)] or ["3"]
        self.random = random.Random(seed)
        self.pick = lambda *choices: self.random.choice(choices)
        calls = 3 * [self.more_loops, self.marks] + 2 * [self.other_domain] + [self.layout, self.strategy]
        if self.random.random() < 0.6:
            calls += 2 * [self.other_order] + 4 * [self.other_rows]
        self.calls = calls

    def script(self):
        longest = 3 if self.random.random() < 0.6 else 20
        lines = [self.pick(*self.calls)() for _ in range(self.random.randint(1, longest))]
        if self.random.random() < 0.15:
            lines.append(self.pick("legalize()", "check()"))
        return PRELUDE + "region(1)\n" + "\n".join(lines) + "\n"

    def number(self):
        return self.random.randint(0, 5)

    def statement(self):
        if self.random.random() < 0.01:
            return self.pick("S7", "beta{0, 3}", "beta{}", "statement{line = 10}")
        return f"S({self.number()})"

    def loop(self):
        if self.random.random() < 0.01:
            return self.pick("'i1'", "'i2'", "beta{1}", "path{0, 0}", "loop{line = 9}")
        return f"L({self.number()}, {self.number()})"

    def place(self):
        loop = self.loop()
        return self.pick(self.statement(), loop, f"beta({loop}, {self.random.randint(0, 2)})", f"after({loop})",
                         f"before({loop})", f"after({self.statement()})")

    def value(self):
        constant = self.pick(*self.constants)
        return self.pick("'0'", "'1'", "'2'", f"'{constant}'", f"'{constant} - 1'", f"'{constant} - 3'", "'-1'", "3")

    def condition(self, loop):
        if self.random.random() < 0.05:
            return self.pick("'i1 < i2'", "'m > 3'", "'i1'", "'i2 >= 4'", "'n i1 > 3'")
        constant = self.pick(*self.constants)
        return f"name({loop}) .. " + self.pick("' < 4'", "' mod 2 = 0'", "' != 3'", f"' > {constant} - 3'",
                                               f"' <= {constant}'")

    def assumption(self):
        return f"'{self.pick(*self.constants)} {self.pick('> 4', '>= 0', 'mod 2 = 1', '> m')}'"

    def deep(self, loop, call):
        """A call for a loop that is in another one."""
        return call if self.random.random() < 0.03 else f"if depth({loop}) > 1 then {call} end"

    def size(self):
        return self.pick(1, 2, 2, 3, 4, 5, 16)

    def other_order(self):
        number, other = self.random.randint(0, 2), self.random.randint(0, 2)
        return self.pick(f"fuse({self.loop()}, {self.loop()})",
                         f"fuse(enclose({self.loop()}), {number})",
                         f"distribute({self.loop()}, {self.statement()})",
                         f"distribute({self.loop()}, {number}, {other})",
                         f"motion({self.statement()}, {self.place()})",
                         f"motion({self.loop()}, {self.place()})",
                         f"reorder({self.loop()}, {self.pick('{1, 0}', '{0, 1}', '{2, 0, 1}')})",
                         f"reorder(beta{{}}, {{1, 0}})",
                         f"move({self.loop()}, {self.place()}, {self.random.randint(0, 2)})")

    def other_rows(self):
        loop = self.loop()
        factor = self.random.randint(-2, 2)
        return self.pick(self.deep(loop, f"interchange({loop})"),
                         self.deep(loop, f"interchange({loop}, {self.pick(0, 0, 0, 1)})"),
                         self.deep(loop, f"skew({loop}, enclose({loop}), {factor})"),
                         self.deep(loop, f"skew({loop}, 1, 0, {factor})"),
                         f"reverse({loop})",
                         f"shift({loop}, {self.value()})",
                         f"shift({self.statement()}, {{{self.value()}}})",
                         self.deep(loop, f"unimodular({loop}, {{{{1, {factor}}}, {{0, {self.pick(1, -1)}}}}})"))

    def more_loops(self):
        loop = self.loop()
        return self.pick(f"stripmine({loop}, {self.size()})",
                         f"stripmine({loop}, depth({loop}), {self.size()})",
                         self.deep(loop, f"tile({loop}, {{{self.size()}, {self.size()}}})"),
                         f"tile({loop}, {{{self.size()}}})",
                         f"extend({loop}, depth({loop}) + {self.pick(0, 1)}, {self.value()}, 'k')",
                         f"sink({self.statement()}, {loop})",
                         f"unroll({loop}, {self.size()})",
                         f"fullunroll({loop})",
                         self.deep(loop, f"unroll_and_jam(enclose({loop}), {loop}, {self.size()})"))

    def other_domain(self):
        loop = self.loop()
        return self.pick(f"split({loop}, {self.condition(loop)})",
                         f"peel({loop}, {self.value()})",
                         f"peel({loop}, {self.value()})",
                         f"cut_domain({loop}, {self.condition(loop)})",
                         f"assume({self.assumption()})")

    def marks(self):
        return self.pick("parallel", "vector", "sequential", "separate", "atomic") + f"({self.loop()})"

    def layout(self):
        array = self.pick(*['"D"'] * 8, '"A"', '"C"', '"x2"')
        dimension = int(self.random.random() < 0.2)
        return self.pick(f"privatize({array}, {self.loop()})",
                         f"contract({array}, {dimension})",
                         f"contract({array}, {dimension}, {self.size()})",
                         f"pad({array}, {dimension}, {self.number()})",
                         f"transpose({array}, {{{dimension}, {1 - dimension}}})",
                         f"pack('{self.pick(*'ABC')}', {self.loop()})")

    def strategy(self):
        loop, array = self.loop(), self.pick("D", "D", "A", "x2")
        return self.pick("split_pivot()", f"split_pivot({loop})",
                         "recurrences_in_strips()", f"recurrences_in_strips({loop}, {self.pick(2, 4)})",
                         f"time_tile({loop}, {{{self.size()}, {self.size()}}})", "row_blocks()",
                         f"expand('{array}')", f"tile_by_array('{array}', {{{self.size()}}})", "demote_scalars()",
                         "substitute_temporaries()",
                         "vector_rows()", "parallel_if_it_pays()", f"block_product({self.statement()})",
                         "retime_sum()", "substitute_scalars()", "plan_nests()", f"plan_around({self.statement()})",
                         "block_waves()", "rest_behind()")


def refusal(done, script, output):
    """What is wrong with how a script was refused, if something is."""
    message = done.stderr.splitlines()[0] if done.stderr else ""
    found = re.match(rf"{re.escape(str(script))}:(\d+):(\d+:)? error: .* \[E(109|110|111|112)\]$", message)
    if done.returncode != 1 or not found:
        return f"exit status {done.returncode}:\n{done.stderr}"
    lines = script.read_text().count("\n")
    in_prelude = int(found[1]) <= PRELUDE_LINES and "called from here" not in done.stderr
    if int(found[1]) > lines or in_prelude:
        return f"no such line in the script:\n{done.stderr}"
    return "there is an output, though the script was refused" if output.exists() or done.stdout else None


def without_refused_call(script, done):
    """Takes the line out of a script that an error about it names last; whether there is one."""
    named = re.findall(rf"^{re.escape(str(script))}:(\d+):.*\[E11[12]\]$", done.stderr, re.M)
    lines = script.read_text().splitlines(keepends=True)
    if not named or int(named[-1]) <= PRELUDE_LINES:
        return False
    del lines[int(named[-1]) - 1]
    script.write_text("".join(lines))
    return True


def check(espalier, seed, work, counts):
    """What is wrong with the code for program and script `seed`."""
    source, script, binary, output = (work / f"{seed}{end}" for end in (".c", ".lua", "", "-transformed.c"))
    source.write_text(ProgramGenerator(seed).program())
    script.write_text(ScriptGenerator(seed, source.read_text()).script())
    output.unlink(missing_ok=True)
    command = [espalier, "optimize", source, f"--script={script}", f"--target={'openmp' if seed % 2 else 'c'}",
               "--verify", "--explain", "--budget=2000000", "-o", output]
    while True:
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        except subprocess.TimeoutExpired:
            return "it takes longer than a minute"
        if done.returncode == 0:
            problem = done.stderr if "a failure inside" in done.stderr else other_results(source, output, binary)
            is_transformed = "[R204]" in done.stderr
            counts["transformed" if is_transformed else "left as they were"] += 1
            counts["transformed by 5 calls and more"] += (is_transformed and
                                                          script.read_text().count("\n") > PRELUDE_LINES + 5)
            break
        problem = refusal(done, script, output)
        counts.update(re.findall(r"error: .*\[(E\d+)\]$", done.stderr, re.M)[:1])
        if problem or not without_refused_call(script, done):
            counts["refused"] += problem is None
            break
    if problem is None:
        for path in (source, script, binary, output):
            path.unlink(missing_ok=True)
    return problem


def other_results(source, output, binary):
    if error := compile_c(source, binary):
        return f"the original does not compile: {error}"
    expected = run([binary]).stdout
    if error := compile_c(output, binary):
        return f"the output does not compile: {error}"
    for threads in (1, 3):
        if run([binary], threads).stdout != expected:
            return f"another result with {threads} threads"
    return None


def is_telling(counts, count):
    return min(counts["transformed"], counts["E110"], counts["E111"]) > count // 10


if __name__ == "__main__":
    check_seeds(check, "scripts", count=60, seed=20261121, work="random-scripts",
                is_telling=is_telling)
