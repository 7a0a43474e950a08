#!/usr/bin/env python3
"""Generates random functions and nests that call them, optimizes them, and compares results.

Usage: check_random_calls.py ESPALIER [--count=40] [--seed=N] [--work=DIRECTORY]

Functions have parameters of several types and pointers to rows, local variables, branches, loops,
switches, early returns, and change globals; names collide; arguments are converted, and may overlap.
Program k of a run is made from the seed + k alone; a failure prints that number and keeps the files.
"""

import random

from check_random import check_text
from seeds import check_seeds

FRAME = """#include <stdio.h>
enum {{ SIZE = 96 }};
static int A[SIZE], B[SIZE], C[24][SIZE], g, h = 3;

{functions}

static void kernel(int n, int m, int *p, int *restrict q)
{{
{body}
}}

int main(void)
{{
    static const int sizes[][2] = {{{{0, 0}}, {{1, 2}}, {{3, 5}}, {{8, 6}}, {{13, 16}}}};
    unsigned seed = 5;
    for (int k = 0; k < 5; k++) {{
        static int P[SIZE], Q[SIZE];
        g = k;
        for (int i = 0; i < SIZE; i++) {{
            A[i] = (int)((seed = seed * 1103515245u + 12345u) >> 20) - 2000;
            B[i] = (int)((seed = seed * 1103515245u + 12345u) >> 20) - 2000;
            P[i] = i * k - 7;
            Q[i] = 11 - i;
            for (int j = 0; j < 24; j++)
                C[j][i] = (int)(seed += i * j + 1) >> 20;
        }}
        kernel(sizes[k][0], sizes[k][1], k % 2 ? P : A + 3, Q);
        unsigned hash = g * 7 + h;
        for (int i = 0; i < SIZE; i++) {{
            hash = (hash * 31 + A[i]) * 31 + B[i] + P[i] * 5 + Q[i] * 3;
            for (int j = 0; j < 24; j++)
                hash = hash * 31 + C[j][i];
        }}
        printf("%u\\n", hash);
    }}
}}
"""

SCALARS = ["int", "int", "signed char", "unsigned char", "short", "_Bool", "float", "double", "long"]
NAMES = ["x", "y", "i", "j", "n", "k", "s", "t", "h"]


class Function:
    """One function, and how to call it."""

    def __init__(self, generator, name, known):
        self.random, self.name, self.known = generator.random, name, known
        self.parameters = []
        names = self.random.sample(NAMES, self.random.randint(1, 4))
        for parameter in names:
            is_pointer = self.random.random() < 0.45
            self.parameters.append((parameter, "int *" if is_pointer else self.random.choice(SCALARS)))
        self.result = self.random.choice(["void", "void", "int", "int", "unsigned char", "signed char", "double"])
        self.pure = self.result != "void" and self.random.random() < 0.7
        self.free = [one for one in NAMES if one not in names]

    def pick(self, *choices):
        return self.random.choice(choices)

    def text(self):
        parameters = ", ".join(f"{kind} {name}".replace("* ", "*") for name, kind in self.parameters)
        lines = [f"static {self.result} {self.name}({parameters})", "{"]
        self.scalars = [name for name, kind in self.parameters if kind != "int *"]
        self.floating = {name for name, kind in self.parameters if kind in ("float", "double")}
        self.pointers = [name for name, kind in self.parameters if kind == "int *"]
        for _ in range(self.random.randint(1, 3)):
            lines += self.statement("    ", 0)
        if self.result != "void":
            lines.append(f"    return {self.value_for(self.result)};")
        return "\n".join([*lines, "}", ""])

    def small(self):
        """A value from 0 to 3."""
        return self.pick("0", "1", "2", "3", *[f"((int){one} & 3)" for one in self.scalars])

    def value(self, depth=0):
        # Numbers with fractions are in the range of `int`, and maybe in that of no other type.
        scalars = [f"(int){one}" if one in self.floating else one for one in self.scalars]
        leaves = ["1", "5", "g", *scalars, *[f"{one}[{self.small()}]" for one in self.pointers]]
        kind = self.random.random()
        if depth > 2 or kind < 0.4:
            return self.pick(*leaves)
        if kind < 0.7:
            return f"(int)({self.value(depth + 1)} {self.pick('+', '-')} {self.value(depth + 1)}) % 999"
        if kind < 0.8:
            return f"({self.condition()} ? {self.value(depth + 1)} : {self.value(depth + 1)})"
        calls = [one for one in self.known if one.result != "void" and one.pure]
        if kind < 0.9 and calls:
            return f"(int){self.call(self.pick(*calls))}"
        return f"({self.value(depth + 1)}) / 2"

    def value_for(self, kind, depth=1):
        value = self.value(depth)
        return f"(int)({value}) % 999" if kind in ("float", "double") else value

    def condition(self):
        return f"{self.value(2)} {self.pick('<', '>', '==', '>=')} {self.value(2)}"

    def target(self):
        changes = [] if self.pure else ["g", *[f"{one}[{self.small()}]" for one in self.pointers]]
        return self.pick(*changes, *self.scalars) if changes or self.scalars else None

    def call(self, function):
        arguments = []
        for _, kind in function.parameters:
            if kind != "int *":
                arguments.append(self.value_for(kind, 3))
            elif self.pointers and self.random.random() < 0.8:
                arguments.append(self.pick(*self.pointers))
            else:
                arguments.append(self.pick("A", "B + 2", "C[3]", "&C[1][4]"))
        return f"{function.name}({', '.join(arguments)})"

    def statement(self, indentation, depth):
        kind, inner = self.random.random(), indentation + "    "
        target = self.target()
        value = self.value_for("float" if target in self.floating else "int")
        if kind < 0.12 and self.result == "void":
            return [f"{indentation}if ({self.condition()})", f"{inner}return;"]
        if kind < 0.12:
            return [f"{indentation}if ({self.condition()})", f"{inner}return {self.value_for(self.result)};"]
        if kind < 0.25 and depth < 2:
            other = ["", *self.statement(inner, depth + 1)] if self.random.random() < 0.4 else []
            if other:
                other[0] = f"{indentation}}} else {{"
            return [f"{indentation}if ({self.condition()}) {{", *self.statement(inner, depth + 1), *other,
                    f"{indentation}}}"]
        if kind < 0.4 and depth < 1 and self.free:
            variable = self.free.pop()
            lines = [f"{indentation}for (int {variable} = 0; {variable} < {self.random.randint(1, 4)}; {variable}++) {{"]
            place = [f"{one}[{variable}]" for one in self.pointers] if not self.pure else []
            if place:
                lines.append(f"{inner}{self.pick(*place)} = {self.value(1)};")
            else:
                lines += self.statement(inner, depth + 1)
            return [*lines, f"{indentation}}}"]
        if kind < 0.5 and target:
            return [f"{indentation}switch ({self.small()}) {{", f"{indentation}case 0:",
                    f"{inner}{target} = {value};", f"{inner}break;", f"{indentation}case 2:",
                    f"{indentation}default:", f"{inner}{target} -= {self.small()};", f"{indentation}}}"]
        if kind < 0.6 and self.free and depth == 0:
            variable, kind, value = self.free.pop(), self.pick(*SCALARS), self.value_for("float")
            self.scalars.append(variable)
            if kind in ("float", "double"):
                self.floating.add(variable)
            return [f"{indentation}{kind} {variable} = {value};"]
        if kind < 0.7 and not self.pure:
            if self.known:
                return [f"{indentation}{self.call(self.pick(*self.known))};"]
        return [f"{indentation}{target} = {value};"] if target else []


class Generator:
    """Makes one program."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def pick(self, *choices):
        return self.random.choice(choices)

    def program(self):
        functions, texts = [], []
        for number in range(self.random.randint(2, 5)):
            function = Function(self, f"f{number}", list(functions))
            texts.append(function.text())
            functions.append(function)
        self.functions = functions
        lines = ["    int x = 4, s = n;", "    double t = 2.5;"]
        for number in range(self.random.randint(1, 3)):
            lines += self.nest(number)
        lines.append("    g += x + s + (int)t;")
        return FRAME.format(functions="\n".join(texts), body="\n".join(lines))

    def nest(self, number):
        i, j = f"i{number}" if self.random.random() < 0.5 else "i", "j"
        lines = [f"    for (int {i} = 0; {i} < {self.pick('n', 'm', '8', 'n - 1')}; {i}++) {{"]
        for _ in range(self.random.randint(1, 3)):
            if self.random.random() < 0.5:
                lines.append(f"        for (int {j} = {self.pick('0', i, '1')}; {j} < {self.pick('m', 'n', '5')}; {j}++)")
                lines.append("            " + self.statement(i, j))
            else:
                lines.append("        " + self.statement(i, i))
        return [*lines, "    }"]

    def row(self, i, j):
        return self.pick(f"A + {i}", f"&B[{j}]", f"C[{i}]", f"&C[{i}][{j}]", f"C[{j}] + 2", f"p + {i}", f"q + {j} * 2",
                         "A", "q", "&x", "&s")

    def scalar(self, i, j):
        return self.pick(i, j, "n", "x", "2", "-3", "s", "t", f"A[{i}]", f"C[{i}][{j}]", f"p[{j}]", f"{i} - {j}",
                         f"q[{i} + {j}] * 3", "g", "200 + m", "0.75")

    def call(self, function, i, j):
        # What a pointer to one variable leads to ends there.
        arguments = []
        for _, kind in function.parameters:
            argument = self.row(i, j) if kind == "int *" else self.scalar(i, j)
            arguments.append(self.pick("A + 1", "q") if argument in ("&x", "&s") else argument)
        return f"{function.name}({', '.join(arguments)})"

    def statement(self, i, j):
        function = self.pick(*self.functions)
        call = self.call(function, i, j)
        target = self.pick(f"A[{j}]", f"B[{i} + {j}]", f"C[{i}][{j}]", f"q[{j}]", "x", "s")
        if function.result == "void":
            return f"{call};"
        if function.result == "double":
            call = f"(int){call}"
        if not function.pure:
            return f"{self.pick('x', 's')} = {call};"
        return self.pick(f"{target} = (int)({call}) % 9999;", f"{target} = {target} % 999 + (int)({call}) % 99;",
                         f"{target} = (int)({call}) % 999 + {i};")


def check(espalier, seed, work, counts):
    return check_text(Generator(seed).program(), espalier, seed, work, counts)


if __name__ == "__main__":
    check_seeds(check, "programs", count=40, seed=20261124, work="random-calls",
                is_telling=lambda counts, count: counts["regions transformed"] >= count / 2)
