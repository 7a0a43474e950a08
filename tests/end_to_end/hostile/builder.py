"""The lines of a function, and what it declares, while they are made."""

from contextlib import contextmanager
from dataclasses import dataclass

from hostile.arrays import ArrayMaker
from hostile.chooser import Chooser
from hostile.inputs import Overlap, Parameter, index_type
from hostile.types import DOUBLE, ELEMENTS, FLOAT, INT, INTEGER_ELEMENTS, IntegerType

STEP = "@"  # stands where a loop counts a step
FIRST_INPUT = 2  # in a row of inputs, behind what says what the data are
PARAMETER_NAMES = {"size": "nmh", "steps": ["steps"], "corner": "pqr"}
LOOP_NAMES = list("ijkluvwxyz")
NAMES_OF_ESPALIER = ["c0", "it0", "t0", "c1", "it1", "v0", "min", "max"]


@dataclass
class Loop:
    """A loop around the current place; `position` is a text that counts its iterations from 0 or some small number."""
    variable: str
    position: str
    type: IntegerType = INT


class Builder(Chooser):
    """Collects the lines of a function, its parameters and its arrays."""

    def __init__(self, seed):
        super().__init__(seed)
        self.suffix = seed
        self.lines, self.indentation = [], "    "
        self.loops, self.inputs, self.arrays, self.scalars, self.locals = [], [], [], [], []
        self.helpers = []  # texts of functions
        self.capacity = self.pick(12, 24, 40, 40, 70)
        self.names = NAMES_OF_ESPALIER if self.chance(0.08) else LOOP_NAMES
        self.name_count = 0
        self.maker = ArrayMaker(self, seed, self.capacity, self.new_overlap, self.size_names)
        self.element = self.weighted((6, DOUBLE), (3, FLOAT), *((1, each) for each in INTEGER_ELEMENTS))
        self.common_type = self.pick(None, None, INT, index_type(self))

    def line(self, text):
        self.lines.append(self.indentation + text)

    @contextmanager
    def block(self, head):
        self.line(f"{head} {{")
        self.indentation += "    "
        yield
        self.indentation = self.indentation[4:]
        self.line("}")

    def index_type(self):
        """A type for a parameter or loop variable; many programs have the same for all."""
        return self.common_type or index_type(self)

    def new_name(self, stem):
        self.name_count += 1
        return f"{stem}{self.name_count}"

    def parameters(self, role=None):
        return [each for each in self.inputs if isinstance(each, Parameter) and role in (None, each.role)]

    def parameter(self, role):
        """A parameter for a purpose, which is sometimes one that is there already."""
        present = self.parameters(role)
        names = PARAMETER_NAMES[role]
        if len(present) == len(names) or present and self.chance(0.5):
            return self.pick(*present)
        is_global = self.chance(0.1)
        is_pointed_to = not is_global and self.chance(0.08)
        name = names[len(present)] + (f"_{self.suffix}" if is_global else "")
        self.inputs.append(Parameter(name, self.index_type(), role, FIRST_INPUT + len(self.inputs), is_global,
                                     is_pointed_to))
        return self.inputs[-1]

    def size_names(self):
        return [each.text for each in self.parameters("size")]

    def size(self):
        return self.parameter("size").text

    def new_overlap(self):
        self.inputs.append(Overlap(FIRST_INPUT + len(self.inputs)))
        return self.inputs[-1].index

    def element_type(self):
        """The type of most elements of the program, or another one."""
        return self.element if self.chance(0.85) else self.pick(*ELEMENTS)

    def array(self, *sizes, slack=0, element=None, is_constant=False):
        self.arrays.append(self.maker.make(element or self.element_type(), sizes, slack, is_constant))
        return self.arrays[-1]

    def index_list(self, count, value):
        by_name = {each.name: each for each in INTEGER_ELEMENTS}
        element = by_name[self.pick("int", "int", "unsigned", "long")]
        self.arrays.append(self.maker.index_list(element, count, value))
        return self.arrays[-1]

    def scalar(self):
        """A scalar that is global, or one of the function's own that is a global one's in the end."""
        shared = self.maker.scalar(self.element_type())
        self.scalars.append(shared)
        if self.chance(0.5):
            return shared.prefix, shared.element
        name = self.new_name("t")
        self.lines.insert(0, f"    {shared.element.name} {name} = {self.pick('0', '1', shared.prefix)};")
        self.locals.append((shared, name))
        return name, shared.element

    def any_scalar(self):
        """One of at most two scalars, with its type."""
        if len(self.scalars) < 1 or len(self.scalars) < 2 and self.chance(0.2):
            return self.scalar()
        chosen = self.pick(*self.scalars)
        local = [name for shared, name in self.locals if shared is chosen]
        return (local[0] if local else chosen.prefix), chosen.element
