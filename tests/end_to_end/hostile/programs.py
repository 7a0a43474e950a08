"""Hostile programs: one function each, and what it is called with."""

from hostile.builder import STEP
from hostile.inputs import rows
from hostile.idioms import Idioms

INPUTS = 24


class Program(Idioms):
    """The program of a seed.

    `file_scope` and `function` make texts of C; the function counts its steps where it has to show
    that it is short. `call` calls it with a row of `rows`.
    """

    def __init__(self, seed):
        super().__init__(seed)
        self.statements_left = 0
        self.body()
        for shared, name in self.locals:
            self.line(f"{shared.prefix} = {name};")
        if self.chance(0.06):
            self.guard()
        self.rows = rows(self, self.inputs, self.capacity, INPUTS)
        self.head = f"{self.pick('static ', 'static ', '')}void kernel_{seed}({self.declared_parameters()})"

    def body(self):
        if self.chance(0.45):
            self.nests()
            return
        kinds = [self.shape, self.shape, self.idiom]
        self.pick(*kinds)()
        if self.chance(0.25):
            self.pick(*kinds)()

    def guard(self):
        """Puts the body behind a condition on a parameter."""
        for each in self.parameters()[:1]:
            if self.chance(0.5):
                test = f"{each.text} {self.pick('<', '>', '==')} {self.number(0, 9)}"
                self.lines.insert(0, f"    if ({test})\n        return;")
                return
            self.lines = ["    " + line for line in self.lines]
            self.lines = [f"    if ({each.text} > {self.number(-1, 5)}) {{", *self.lines, "    }"]

    def declared_parameters(self):
        declared = [f"{self.pick('', '', '', 'const ')}{each.type.name} {'*' if each.is_pointed_to else ''}{each.name}"
                    for each in self.parameters() if not each.is_global]
        return ", ".join(declared + [array.parameter for array in self.arrays if array.parameter]) or "void"

    def file_scope(self, is_apart):
        """What the program has outside of functions, with objects apart from each other where accesses beside them
        are to be found."""
        variables = [f"static {each.type.name} {each.name};" for each in self.parameters() if each.is_global]
        objects = ["\n".join(each.file_scope) for each in self.arrays + self.scalars if each.file_scope]
        if is_apart:
            objects = [text for number, each in enumerate(objects)
                       for text in (f"APART(apart{number}_{self.suffix})", each)] + [f"APART(behind_{self.suffix})"]
        return "\n".join(variables + objects + self.helpers)

    def function(self, counts_steps):
        body = "\n".join(self.lines).replace(STEP, "step(), " if counts_steps else "")
        return f"{self.head}\n{{\n{body}\n}}\n"

    @staticmethod
    def definition(parameter):
        """Gives a parameter its value."""
        kind, name, value = parameter.type.name, parameter.name, f"input[{parameter.index}]"
        if parameter.is_pointed_to:
            return [f"{kind} value_{name} = ({kind}){value};", f"{kind} *{name} = &value_{name};"]
        return [f"{'' if parameter.is_global else kind + ' '}{name} = ({kind}){value};"]

    @property
    def call(self):
        lines = [line for each in self.parameters() for line in self.definition(each)]
        lines += [line for each in self.arrays + self.scalars for line in each.setup]
        arguments = [each.name for each in self.parameters() if not each.is_global]
        arguments += [array.argument for array in self.arrays if array.parameter]
        lines.append(f"kernel_{self.suffix}({', '.join(arguments)});")
        body = "\n".join("    " + line for line in lines)
        return f"static void call_{self.suffix}(const long long *input)\n{{\n    (void)input;\n{body}\n}}\n"
