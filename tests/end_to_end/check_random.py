#!/usr/bin/env python3
"""Generates random affine loop nests, optimizes them, and compares results with the originals'.

Usage: check_random.py ESPALIER [--count=60] [--seed=N] [--work=DIRECTORY]

Program k of a run is made from the seed + k alone; a failure prints that number and keeps the files.
The data are unsigned integers, so that every value is defined and every difference shows.
"""

import random
import subprocess
from pathlib import Path

import machines
from seeds import check_seeds

VARIANTS = [("c", ["--tile=2,3"]), ("openmp", ["--tile=3,2"]),
            ("openmp", ["--tile=auto", f"--machine={machines.EAGER}"])]

FRAME = """#include <stdio.h>
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
enum {{ MIDDLE = 60, SIZE = 120 }};
static unsigned A[SIZE], B[SIZE], C[SIZE][SIZE], s;

static void kernel(int n, int m)
{{
{body}
}}

int main(void)
{{
    static const int sizes[][2] = {{{{0, 0}}, {{1, 0}}, {{0, 2}}, {{1, 1}}, {{3, 5}}, {{7, 6}}, {{5, 11}}, {{13, 10}}}};
    unsigned seed = 5;
    for (int k = 0; k < 8; k++) {{
        s = k;
        for (int i = 0; i < SIZE; i++) {{
            A[i] = seed = seed * 1103515245u + 12345u;
            B[i] = seed = seed * 1103515245u + 12345u;
            for (int j = 0; j < SIZE; j++)
                C[i][j] = seed += i * j + 1;
        }}
        kernel(sizes[k][0], sizes[k][1]);
        unsigned hash = s;
        for (int i = 0; i < SIZE; i++) {{
            hash = (hash * 31 + A[i]) * 31 + B[i];
            for (int j = 0; j < SIZE; j++)
                hash = hash * 31 + C[i][j];
        }}
        printf("%u\\n", hash);
    }}
}}
"""


class Generator:
    """Makes one program; `self.loops` are the loop variables around the current place."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.loops, self.locals = [], []
        self.names, self.statements_left = 0, self.random.randint(1, 4)
        self.lines = []

    def pick(self, *choices):
        return self.random.choice(choices)

    def program(self):
        for _ in range(self.random.randint(1, 2)):
            self.loop("    ")
        return FRAME.format(body="\n".join(self.lines))

    def loop(self, indentation):
        self.names += 1
        variable = f"i{self.names}"
        step = self.pick(1, 1, 1, 1, 2, 3)
        low, high = self.low(), self.high()
        if self.random.random() < 0.8:
            compare, change = self.pick("<", "<="), f"{variable} += {step}"
            head = f"for (int {variable} = {low}; {variable} {compare} {high}; {change})"
        else:
            compare, change = self.pick(">", ">="), f"{variable} -= {step}"
            head = f"for (int {variable} = {high}; {variable} {compare} {low}; {change})"
        self.lines.append(f"{indentation}{head} {{")
        self.loops.append(variable)
        for _ in range(self.random.randint(1, 2)):
            self.statement(indentation + "    ")
        self.loops.pop()
        self.lines.append(f"{indentation}}}")

    def statement(self, indentation):
        choice = self.random.random()
        if len(self.loops) < 3 and choice < 0.45 and self.statements_left > 1:
            self.loop(indentation)
        elif choice < 0.6:
            self.lines.append(f"{indentation}if ({self.condition()}) {{")
            self.assignment(indentation + "    ")
            if self.random.random() < 0.4:
                self.lines.append(f"{indentation}}} else {{")
                self.assignment(indentation + "    ")
            self.lines.append(f"{indentation}}}")
        else:
            self.assignment(indentation)

    def assignment(self, indentation):
        self.statements_left -= 1
        if self.random.random() < 0.2:
            self.names += 1
            local = f"x{self.names}"
            self.lines.append(f"{indentation}unsigned {local} = {self.expression()};")
            self.lines.append(f"{indentation}{self.element()} += {local} * 5u;")
        else:
            op = self.pick("=", "=", "+=", "-=", "*=", "^=")
            self.lines.append(f"{indentation}{self.element()} {op} {self.expression()};")

    def affine(self):
        variable, constant = self.random.choice(self.loops), self.pick(0, 0, 0, 1, -1, 2)
        factor = self.pick("", "", "", "-", "2 * ")
        other = f" + {self.random.choice(self.loops)}" if self.random.random() < 0.3 else ""
        return f"{factor}{variable}{other} + {constant}"

    def element(self):
        choice = self.random.random()
        if choice < 0.45:
            return f"{self.pick('A', 'B')}[MIDDLE + {self.affine()}]"
        if choice < 0.9:
            return f"C[MIDDLE + {self.affine()}][MIDDLE + {self.affine()}]"
        return "s"

    def expression(self):
        text = f"{self.element()} {self.pick('+', '-', '*')} {self.element()} + {self.random.randint(2, 9)}u"
        if self.random.random() < 0.15:
            return f"{self.condition()} ? {text} : {self.element()} * 3u"
        return text

    def condition(self):
        variable = self.random.choice(self.loops)
        return self.pick(f"{variable} {self.pick('<', '>=', '==', '!=')} {self.pick('n - 2', 'm', '3')}",
                         f"{variable} % {self.pick(2, 3)} == 0",
                         f"!({variable} > 2) || {variable} > m")

    def low(self):
        if not self.loops or self.random.random() < 0.6:
            return self.pick("0", "0", "1", "2", "-1")
        return self.pick(self.loops[-1], f"{self.loops[-1]} + 1", f"MAX({self.loops[-1]} - 2, 0)")

    def high(self):
        if not self.loops or self.random.random() < 0.6:
            return self.pick("n", "m", "n - 1", "7", "n / 2", "MIN(n, m)")
        return self.pick(f"{self.loops[-1]} + 3", self.loops[-1], f"MIN({self.loops[-1]} + 3, n)")


def run(command, threads=1):
    return subprocess.run(command, capture_output=True, text=True, timeout=120,
                          env=machines.environment(threads))


def compile_c(source, binary):
    done = run(["gcc", "-w", "-O1", "-fopenmp", source, "-o", binary])
    return done.stderr if done.returncode else None


def check(espalier, seed, work, counts):
    """What is wrong with the code for program `seed`; counts how many regions were transformed."""
    return check_text(Generator(seed).program(), espalier, seed, work, counts)


def check_text(text, espalier, seed, work, counts):
    """The same of a program that is given."""
    source, binary, output = work / f"{seed}.c", work / f"{seed}", work / f"{seed}-optimized.c"
    source.write_text(text)
    if error := compile_c(source, binary):
        return f"the original does not compile: {error}"
    expected = run([binary]).stdout
    for target, options in VARIANTS:
        done = run([espalier, "optimize", source, f"--target={target}", *options, "--verify", "--explain",
                    "--budget=2000000", "-o", output])
        if done.returncode != 0:
            return f"{target} {options[0]}: {done.stderr}"
        counts["regions transformed"] += done.stderr.count("[R204]")
        if error := compile_c(output, binary):
            return f"{target} {options[0]}: the output does not compile: {error}"
        for threads in (1, 3):
            if run([binary], threads).stdout != expected:
                return f"{target} {options[0]}: another result with {threads} threads"
    for path in (source, binary, output):
        path.unlink()
    return None


if __name__ == "__main__":
    check_seeds(check, "programs", count=60, seed=20261120, work="random",
                is_telling=lambda counts, count: counts["regions transformed"] >= count)
