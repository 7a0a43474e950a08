"""C files of several programs."""

SIGN = 1 << 63


def number(value):
    """A number as text of C, of type long long, also if only an unsigned type has it."""
    value = (value + SIGN) % (1 << 64) - SIGN
    return "LLONG_MIN" if value == -SIGN else f"{value}LL"


def inputs_of(program):
    rows = ",\n".join("    {" + ", ".join(map(number, row)) + "}" for row in program.rows)
    return f"static const long long inputs_{program.suffix}[][{len(program.rows[0])}] = {{\n{rows}}};\n"


def entry(program):
    fields = [program.suffix, f"call_{program.suffix}", f"*inputs_{program.suffix}", len(program.rows),
              len(program.rows[0])]
    return f"    {{{', '.join(map(str, fields))}}},\n"


def text_of(programs, is_probe=False, is_marked=False):
    """A C file of these programs; the regions may be marked. That of a probe counts the steps of its loops, and has
    its objects apart from each other."""
    parts = ['#include "harness.h"\n']
    for program in programs:
        parts += [program.file_scope(is_probe), function_text(program, is_probe, is_marked)]
    for program in programs:
        parts += [program.call, inputs_of(program)]
    table = "".join(map(entry, programs))
    parts.append(f"const struct program programs[] = {{\n{table}}};\nconst int program_count = {len(programs)};\n")
    return "\n".join(parts)


def function_text(program, counts_steps=False, is_marked=False):
    function = program.function(counts_steps)
    return marked(function) if is_marked else function


def marked(function):
    """The function with its whole body as a region."""
    head, body = function.split("\n{\n", 1)
    return f"{head}\n{{\n#pragma scop\n{body[:-2]}#pragma endscop\n}}\n"
