#!/usr/bin/env python3
"""Generates random contractions, optimizes them for random machines, and compares results with the originals'.

Usage: check_random_contractions.py ESPALIER [--count=16] [--seed=N] [--work=DIRECTORY]

Program and machine k of a run are made from the seed + k alone; a failure prints that number and keeps the files.
The machines are so small that few rows, columns and steps fill their registers and caches. The script that
--emit-script writes has to make the same code. Results are compared bit for bit, up to the kind of NaN, except where
floating-point operations may be done in another order: then the data are small integers.
"""

import random
import subprocess

from check_kernel import BUDGET
from check_random import run
from seeds import check_seeds

FRAME = """#include <stdio.h>
#include <string.h>
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
enum {{ MIDDLE = 6, SIZE = 300 }};
typedef {bits} bits;
static {type} A[SIZE][SIZE], B[SIZE][SIZE], C[SIZE][SIZE], D[SIZE][SIZE], x[SIZE], y[SIZE], s;

static void kernel(int n, int m, {type} alpha, {type} beta)
{{
#pragma scop
{body}
#pragma endscop
}}

static unsigned random_state;

static {type} value(void)
{{
    random_state = random_state * 1103515245u + 12345u;
    int number = random_state >> 12;
    return {value};
}}

static void fill({type} *array, int count)
{{
    for (int k = 0; k < count; k++)
        array[k] = value();
}}

static void hash(bits *sum, {type} *array, int count)
{{
    for (int k = 0; k < count; k++) {{
        bits here = 0;
        if (array[k] == array[k] && array[k] != 0)
            memcpy(&here, &array[k], sizeof here);
        *sum = *sum * 31 + here + (array[k] != array[k]);
    }}
}}

int main(void)
{{
    static const int sizes[][2] = {{{sizes}}};
    for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {{
        random_state = k;
        fill(*A, SIZE * SIZE), fill(*B, SIZE * SIZE), fill(*C, SIZE * SIZE), fill(*D, SIZE * SIZE);
        fill(x, SIZE), fill(y, SIZE), fill(&s, 1);
        {type} alpha = value(), beta = value();
        kernel(sizes[k][0], sizes[k][1], alpha, beta);
        bits sum = 0;
        hash(&sum, *A, SIZE * SIZE), hash(&sum, *B, SIZE * SIZE), hash(&sum, *C, SIZE * SIZE);
        hash(&sum, *D, SIZE * SIZE), hash(&sum, x, SIZE), hash(&sum, y, SIZE), hash(&sum, &s, 1);
        printf("%d %d: %llx\\n", sizes[k][0], sizes[k][1], (unsigned long long)sum);
    }}
}}
"""

SIZES = [(0, 0), (1, 0), (2, 1), (1, 2), (3, 5), (8, 7), (13, 4), (17, 32), (37, 24), (64, 3), (67, 70), (129, 41)]


class ContractionGenerator:
    """Makes one program; `self.may_reorder` tells whether its results do not depend on the order of operations."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.may_reorder = self.chance(0.1)
        self.type = self.pick("double", "double", "float")
        self.suffix = "f" if self.type == "float" else ""

    def pick(self, *choices):
        return self.random.choice(choices)

    def chance(self, probability):
        return self.random.random() < probability

    def program(self):
        value = ("number % 3 - 1" if self.may_reorder else
                 f"(number % 2 ? 1 : -1) * (1 + number % 1009 / 2018.0{self.suffix}) / 16")
        body = "\n".join(self.nest(target) for target in self.pick("C", "C", "C", "CD"))
        return FRAME.format(type=self.type, bits="unsigned" if self.type == "float" else "unsigned long long",
                            value=value, body=body, sizes=", ".join(f"{{{n}, {m}}}" for n, m in SIZES))

    def nest(self, target):
        self.target = target
        self.loops = []
        if self.may_reorder:
            return "\n".join(self.plain())
        make = self.pick(*3 * [self.plain], self.behind_start, self.in_scalar, self.in_row, self.factorization)
        return "\n".join(make())

    def plain(self):
        order = self.pick(*5 * ["ijk"], "ikj", "ikj", "kij", "jik", "jki", "kji")
        if self.chance(0.25):
            order = order[:self.random.randint(0, 2)] + "o" + order[-3:] if self.chance(0.3) else "o" + order
        if self.chance(0.25):
            return self.with_factor(order)
        return self.loops_around(order, lambda: [self.update(self.element(self.target, "i", "j"))])

    def with_factor(self, order):
        """A part of what is added is computed beforehand: before the innermost loop, if it is the same in all of it."""
        place = -1 if order[-1] in "ij" else len(order)

        def inside():
            operands = [self.operand("i", True), self.operand("j", True)]
            if order[-1] == "i":
                operands.reverse()
            factor = operands[0] if self.chance(0.5) else f"alpha * {operands[0]}"
            element = self.element(self.target, "i", "j")
            return [f"{self.type} factor = {factor};"] + self.loops_around(
                order[place:] if place < 0 else "", lambda: [f"{element} += factor * {operands[1]};"])

        return self.loops_around(order[:place], inside)

    def behind_start(self):
        """The target gets a start value in the loops around those over the steps."""
        element = self.element(self.target, "i", "j")
        start = self.pick(f"{element} = 0;", f"{element} *= beta;")
        return self.loops_around("ij", lambda: [start] + self.loops_around(
            "k", lambda: [self.update(element)]))

    def in_scalar(self):
        """The sum is collected in a scalar, from zero or from an element on."""
        element = self.element(self.target, "i", "j")
        scalar = self.pick("t", "s")
        value = self.pick("0", element, element)
        start = f"{self.type} t = {value};" if scalar == "t" else f"s = {value};"
        ends = [f"{element} {self.pick('=', '+=')} {scalar} * beta;" if value == "0" else
                f"{element} = {scalar}{self.pick('', ' * beta')};"]
        if scalar == "s" and self.chance(0.1):
            start = f"if (j != 3) {start}"
        if self.chance(0.1):
            ends = [f"if (i > 1) {ends[0]}"]
        if self.chance(0.1):
            ends.insert(self.random.randint(0, 1), f"y[MIDDLE + i] += {scalar};")
        return self.loops_around("ij", lambda: [start] + self.loops_around(
            "k", lambda: [self.update(scalar)]) + ends)

    def in_row(self):
        """The sums of a row are collected in an array."""
        start, use = self.header("j"), self.header("j")
        return self.loops_around("i", lambda: (
            [start, "    x[j] = 0;"] + self.loops_around("kj" if self.chance(0.5) else "jk",
                                                         lambda: [self.update("x[j]")]) +
            [use, f"    {self.target}[MIDDLE + i][MIDDLE + j] = x[j];"]))

    def factorization(self):
        """Steps that finish a column, or a row, and update what is behind it."""
        target = self.target
        diagonal, column, row = (f"{target}[MIDDLE + {one}][MIDDLE + {other}]" for one, other in ("kk", "ik", "kj"))
        scale = self.pick("{0} *= beta;", "{0} = {0} / (2 + {1});", "{0} += x[MIDDLE + k];").format(
            self.pick(column, row.replace("j]", "i]")), diagonal)
        operands = self.pick((column, row), (column, column.replace("i]", "j]")), (row.replace("j]", "i]"), row))
        columns = self.pick("j < n", "j < n", "j <= i")
        return ["for (int k = 0; k < n; k++) {",
                "    for (int i = k + 1; i < n; i++)", f"        {scale}",
                "    for (int i = k + 1; i < n; i++)", f"        for (int j = k + 1; {columns}; j++)",
                f"            {target}[MIDDLE + i][MIDDLE + j] -= {operands[0]} * {operands[1]};", "}"]

    def loops_around(self, order, inside):
        """The lines of loops over the variables of `order` around the lines that a function makes."""
        if not order:
            return inside()
        head = self.header(order[0])
        self.loops.append(order[0])
        lines = self.loops_around(order[1:], inside)
        self.loops.pop()
        return [f"{head} {{"] + ["    " + line for line in lines] + ["}"]

    def header(self, variable):
        if variable == "o":
            return f"for (int o = 0; o < {self.pick('2', '3', 'MIN(m, 3)')}; o++)"
        others = [loop for loop in self.loops if loop != variable]
        low, high = self.pick("0", "0", "0", "1", "2"), self.pick("n", "n", "n", "m", "n - 1", "66", "5")
        if others and self.chance(0.35):
            other = self.random.choice(others)
            if self.chance(0.5):
                low = self.pick(other, f"{other} + 1", f"MAX({other} - 3, 0)")
            else:
                high = self.pick(other, f"{other} + 1", f"MIN({other} + 4, n)")
        step = "++" if self.chance(0.95) else " += 2"
        return f"for (int {variable} = {low}; {variable} < {high}; {variable}{step})"

    def update(self, element):
        update = self.pick(*6 * ["{0} += {1};"], *2 * ["{0} -= {1};"], "{0} = {0} + {1};", "{0} = {0} - ({1});",
                           "{0} = {1} + {0};")
        statement = update.format(element, self.sum())
        return f"if (k != {self.pick('3', 'i')}) {statement}" if self.chance(0.04) else statement

    def sum(self):
        rows = [self.operand("i", n == 0) for n in range(2)]
        columns = [self.operand("j", n == 0) for n in range(2)]
        constant = f"{self.pick('2.0', '1.5')}{self.suffix}" if not self.may_reorder else f"2.0{self.suffix}"
        forms = [f"{rows[0]} * {columns[0]}", f"{rows[0]} * {columns[0]}", f"alpha * {rows[0]} * {columns[0]}",
                 f"{columns[0]} * alpha * {rows[0]}", f"{rows[0]} * -({columns[0]} * {constant})",
                 f"{rows[0]} * {columns[0]} + {rows[1]} * {columns[1]}", f"alpha * {rows[0]} - {columns[0]}",
                 f"{rows[0]} * {columns[0]} * {rows[1]}", f"{constant} * {rows[0]} * (beta + {columns[0]})"]
        if not self.may_reorder:
            forms += [f"{rows[0]} / ({columns[0]} * alpha)"]
        return self.random.choice(forms)

    def operand(self, variable, uses_step):
        if not uses_step and self.chance(0.3):
            return f"y[MIDDLE + {variable}]"
        others = "ABCD".replace(self.target, "") if self.may_reorder or self.chance(0.8) else self.target
        return self.element(self.random.choice(others), *self.random.sample([variable, "k"], 2))

    def element(self, array, one, other):
        subscripts = [self.subscript(one), self.subscript(other)]
        if array == self.target and "o" in self.loops and self.chance(0.5):
            subscripts[self.random.randint(0, 1)] += " + o"
        elif array == self.target and self.chance(0.9):
            subscripts = [f"MIDDLE + {one}", f"MIDDLE + {other}"]
        elif self.chance(0.1):
            subscripts[self.random.randint(0, 1)] = f"{one} + {other}"
        elif "o" in self.loops and self.chance(0.4):
            subscripts[self.random.randint(0, 1)] += " + o"
        return f"{array}[{subscripts[0]}][{subscripts[1]}]"

    def subscript(self, variable):
        shift = self.pick("", "", "", " + 1", " - 3")
        return self.pick(*6 * [f"MIDDLE + {variable}{shift}"], f"SIZE - 4 - {variable}", f"2 * {variable}")


def machine(seed):
    """A description of a machine with little of everything."""
    choose = random.Random(seed)
    caches = sorted(choose.randint(1 << 10, 4 << 10) for _ in range(3))
    return (f"cores: {choose.randint(1, 4)}\nfirst_cache: {caches[0]}\nsecond_cache: {caches[1]}\n"
            f"last_cache: {caches[2]}\nvector: {choose.choice([8, 16, 32, 64])}\n"
            f"vector_registers: {choose.randint(1, 14)}\nregion_start: 0\n")


def compilers(seed):
    """Compilers for the original, and for what it is made into."""
    plain = ["gcc", "-w", "-O1", "-ffp-contract=off", "-fopenmp"]
    checks = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    clang = ["clang-19", *plain[1:4]]
    return plain, {0: plain + checks, 1: clang, 2: clang + checks}.get(seed % 8, plain)


def compile_with(command, source, binary):
    done = subprocess.run([*command, source, "-o", binary], capture_output=True, text=True)
    return done.stderr if done.returncode else None


def check(espalier, seed, work, counts):
    """What is wrong with the code for program and machine `seed`."""
    source, description, script, binary, output, scripted = (
        work / f"{seed}{end}" for end in (".c", ".yaml", ".lua", "", "-blocked.c", "-scripted.c"))
    generator = ContractionGenerator(seed)
    source.write_text(generator.program())
    description.write_text(machine(seed))
    original_compiler, compiler = compilers(seed)
    if error := compile_with(original_compiler, source, binary):
        return f"the original does not compile: {error}"
    expected = run([binary]).stdout
    for target in ("c", "openmp") if "clang-19" not in compiler else ("c",):
        command = [espalier, "optimize", source, f"--target={target}", f"--machine={description}", "--verify",
                   "--explain", BUDGET, *["--fast-math"] * generator.may_reorder]
        try:
            done, again = (subprocess.run([*command, *more], capture_output=True, text=True, timeout=60) for more in
                           ([f"--emit-script={script}", "-o", output], [f"--script={script}", "-o", scripted]))
        except subprocess.TimeoutExpired:
            return f"{target}: it takes longer than a minute"
        if done.returncode != 0 or "a failure inside" in done.stderr:
            return f"{target}: {done.stderr}"
        if again.returncode != 0 or scripted.read_text() != output.read_text():
            return f"{target}: the script makes other code: {again.stderr}"
        if "[R204]" not in done.stderr:
            counts["left as they were"] += 1
            continue
        counts["in blocks" if "espalier_kernel" in output.read_text() else "without blocks"] += 1
        if error := compile_with(compiler, output, binary):
            return f"{target}: the output does not compile: {error}"
        for threads in (1, 3) if target == "openmp" else (1,):
            done = run([binary], threads)
            if done.stdout != expected:
                return f"{target}: another result with {threads} threads\n{done.stderr[:2000]}"
    for path in (source, description, script, binary, output, scripted):
        path.unlink(missing_ok=True)
    return None


if __name__ == "__main__":
    check_seeds(check, "programs", count=16, seed=20261122, work="random-contractions",
                is_telling=lambda counts, count: counts["in blocks"] >= count // 2)
