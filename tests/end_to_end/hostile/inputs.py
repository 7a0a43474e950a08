"""What hostile programs are called with: rows of numbers, one for each parameter and for each overlap."""

from dataclasses import dataclass

from hostile.types import INT, LONG, OTHER_INTEGERS, UNSIGNED, IntegerType

MOODS = ["small", "small", "tile", "large", "large", "corner", "corner", "near", "near", "near"]
AROUND_TILES = [size + beside for size in (4, 5, 7, 8, 16, 31, 32, 33, 64, 128, 256) for beside in (-1, 0, 1)]
WRAPS = 8 * [8, 16, 32]  # powers of two that narrow types make 0 of
SEPARATE = -1 << 40  # in place of an offset, where arrays do not overlap
DATA_MODES = [0, 0, 0, 1, 1, 2, 3]


@dataclass
class Parameter:
    """An integer parameter of a function, or a global variable or one that a pointer leads to in its place.

    A parameter is for sizes, for the number of steps of a time loop, or for bounds that may be at a
    corner of its type's range. `index` is its place in the rows.
    """
    name: str
    type: IntegerType
    role: str  # "size", "steps" or "corner"
    index: int
    is_global: bool = False
    is_pointed_to: bool = False

    @property
    def text(self):
        """Its value, in the function."""
        return f"(*{self.name})" if self.is_pointed_to else self.name

    def draw(self, chooser, mood, base, capacity):
        """A value for it; values that are near `base` are near each other."""
        return self.type.nearest(getattr(self, f"{self.role}_value")(chooser, mood, base, capacity))

    def size_value(self, chooser, mood, base, capacity):
        if mood == "tile":
            return chooser.pick(*[size for size in AROUND_TILES if size <= capacity])
        if mood == "large":
            return chooser.number(capacity // 2, capacity)
        if mood == "corner" and chooser.chance(0.4):
            return chooser.pick(*self.type.corners(), *[chooser.number(0, 9) + (1 << power) for power in WRAPS])
        return chooser.pick(0, 1, 2, 3, chooser.number(-3, 9), chooser.number(4, 12))

    def steps_value(self, chooser, mood, base, capacity):
        return chooser.number(0, 20 if mood in ("tile", "large") else 5)

    def corner_value(self, chooser, mood, base, capacity):
        if mood == "corner":
            return chooser.pick(*self.type.corners())
        if mood == "near":
            return base + chooser.pick(0, 1, -1, chooser.number(-4, 20))
        return self.size_value(chooser, mood, base, capacity)


@dataclass
class Overlap:
    """By how many elements one array starts behind another one, in the same memory."""
    index: int

    def draw(self, chooser, mood, base, capacity):
        if chooser.chance(0.5):
            return SEPARATE
        return chooser.pick(0, 0, 1, 2, capacity // 2, capacity, chooser.number(0, capacity))


def index_type(chooser):
    """A type for a parameter or loop variable."""
    return chooser.weighted((9, INT), (5, LONG), (2, UNSIGNED), *((1, each) for each in OTHER_INTEGERS))


def rows(chooser, inputs, capacity, count):
    """Rows to call a program with; the first numbers are the mode of the data and their seed."""
    made = []
    for number in range(count):
        mood = chooser.pick(*MOODS)
        base = chooser.pick(*chooser.pick(INT, LONG, LONG, *OTHER_INTEGERS).corners())
        drawn = [each.draw(chooser, mood, base, capacity) for each in inputs]
        if chooser.chance(0.5):
            make_sizes_alike(inputs, drawn)
        made.append([chooser.pick(*DATA_MODES), number + 1, *drawn])
    return made


def make_sizes_alike(inputs, drawn):
    sizes = [place for place, each in enumerate(inputs) if isinstance(each, Parameter) and each.role == "size"]
    for place in sizes:
        drawn[place] = inputs[place].type.nearest(drawn[sizes[0]])
