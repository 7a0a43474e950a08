"""The machine code of a kernel within the object file of its program."""

import re


def harness_functions(harness_text):
    """Names of what harness.h defines, and `main`: functions that are not of a kernel."""
    return {"main", *re.findall(r"^.*\bstatic inline \w[\w ]*?[ *](\w+)\(", harness_text, re.M)}


def code_bytes(symbols, not_counted):
    """Bytes of all functions but some, parts that a compiler splits off (`NAME.part.0`) included.

    `symbols` is what `nm -S` writes about an object file.
    """
    functions = re.findall(r"^\w+ (\w+) [tTwW] (\S+)$", symbols, re.M)
    return sum(int(size, 16) for size, name in functions if name.split(".")[0] not in not_counted)
