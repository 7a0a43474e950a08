"""Arrays in the forms that C has for them."""

from dataclasses import dataclass, field

from hostile.inputs import SEPARATE
from hostile.types import ElementType

MARGIN = 8  # elements before a pointer that may be accessed


@dataclass
class Array:
    """An array, or a scalar that is global.

    Subscripts that a program means as 0 are written as `origin`; as many elements before that exist.
    """
    element: ElementType
    prefix: str
    dimensions: int
    origin: int = 0
    stride: str = ""  # of rows, where two dimensions are written as one
    is_constant: bool = False
    file_scope: list = field(default_factory=list)
    parameter: str = ""
    setup: list = field(default_factory=list)
    argument: str = ""

    def at(self, *subscripts):
        """The text of an element; subscripts are texts, or pairs of a text and what is added."""
        texts = [sum_text(*(each if isinstance(each, tuple) else (each, 0)), self.origin) for each in subscripts]
        if self.stride:
            return f"{self.prefix}[{in_parentheses(texts[0])} * {in_parentheses(self.stride)} + {texts[1]}]"
        return self.prefix + "".join(f"[{text}]" for text in texts)


def sum_text(text, constant, origin=0):
    constant += origin
    if constant == 0:
        return text
    if text.isdigit():
        return str(int(text) + constant) if int(text) + constant >= 0 else f"{text} - {-constant}"
    return f"{text} {'+' if constant > 0 else '-'} {abs(constant)}"


def in_parentheses(text):
    return text if text.isidentifier() or text.isdigit() else f"({text})"


class ArrayMaker:
    """Makes the arrays of one program; `sizes` in these functions are names of parameters, or numbers."""

    def __init__(self, chooser, suffix, capacity, new_overlap, size_names):
        self.chooser, self.suffix, self.capacity = chooser, suffix, capacity
        self.new_overlap, self.size_names = new_overlap, size_names
        self.count = 0
        self.overlapped = {}  # name of an element type -> address and size of what others may overlap with
        self.overlaps = chooser.chance(0.5)

    def make(self, element, sizes, slack, is_constant=False):
        """An array with so many dimensions; with `slack`, one that takes subscripts that are off by it."""
        self.count += 1
        name = "ABCDEFGHUVWXYZ"[self.count % 14] + (str(self.count // 14) if self.count >= 14 else "")
        forms = [(3, self.global_array), (2, self.constant_parameter), (1, self.structure)]
        if len(sizes) == 1:
            forms += [(6, self.pointer), (2, self.variable_size)]
        elif len(sizes) == 2:
            forms += [(5, self.variable_size), (1, self.flat), (3, self.linear), (2, self.row_pointers)]
        else:
            forms += [(3, self.variable_size)]
        array = self.chooser.weighted(*forms)(name, element, sizes, slack)
        array.is_constant = is_constant and bool(array.parameter)
        if array.is_constant:
            array.parameter = "const " + array.parameter
        return array

    def index_list(self, element, count, value):
        """Numbers that choose elements, which nothing writes: `value` of each place `k`."""
        self.count += 1
        name = f"I{self.count}"
        kind = element.name
        setup = [f"long count_{name} = extent((long long){count});",
                 f"{kind} *raw_{name} = ({kind} *)buffer({element.kind}, count_{name});",
                 f"for (long k = 0; k < count_{name}; k++)",
                 f"    raw_{name}[k] = ({kind})({value});"]
        return Array(element, name, 1, is_constant=True, parameter=f"const {kind} *{name}", setup=setup,
                     argument=f"raw_{name}")

    def offer(self, type_name, place):
        """Lets later arrays overlap with something."""
        self.overlapped.setdefault(type_name, place)

    def scalar(self, element):
        self.count += 1
        name = f"s{self.count}_{self.suffix}"
        return Array(element, name, 0, file_scope=[f"static {element.name} {name};"],
                     setup=[f"fill({element.kind}, &{name}, 1);"])

    def fixed_sizes(self, sizes, slack):
        room = 2 * slack + self.chooser.pick(1, 2, 5)
        return [self.capacity * (2 if len(sizes) == 1 and slack else 1) + room for _ in sizes]

    def cell(self, element, address):
        """One element, which is sometimes that at an address."""
        self.count += 1
        name = f"cell{self.count}"
        fresh = f"({element.name} *)buffer({element.kind}, 1)"
        value = f"input[{self.new_overlap()}] == {SEPARATE}LL ? {fresh} : {address}"
        return Array(element, name, 1, parameter=f"{element.name} *{name}", argument=f"raw_{name}",
                     setup=[f"{element.name} *raw_{name} = {value};"])

    def global_array(self, name, element, sizes, slack):
        fixed = self.fixed_sizes(sizes, slack)
        name = f"{name}_{self.suffix}"
        if self.overlaps and self.chooser.chance(0.4):
            fixed[0] += 2 * self.capacity
            self.offer(element.name, f"{name}, sizeof {name}")
        declaration = f"{self.chooser.pick('static ', '')}{element.name} {name}{brackets(fixed)};"
        return Array(element, name, len(sizes), slack, file_scope=[declaration],
                     setup=[f"fill({element.kind}, {name}, sizeof {name} / sizeof({element.name}));"])

    def structure(self, name, element, sizes, slack):
        fixed = self.fixed_sizes(sizes, slack)
        tag = f"{name}_{self.suffix}"
        fields = f"{element.name} before; {element.name} a{brackets(fixed)}; {element.name} behind;"
        declared = f"struct {tag} {{ {fields} }};"
        count = f"sizeof(struct {tag}) / sizeof({element.name})"
        if self.chooser.chance(0.5):
            return Array(element, f"{tag}.a", len(sizes), slack, file_scope=[declared, f"static struct {tag} {tag};"],
                         setup=[f"fill({element.kind}, &{tag}, {count});"])
        restrict = self.restrict()
        return Array(element, f"{name}->a", len(sizes), slack, file_scope=[declared],
                     parameter=f"struct {tag} *{restrict}{name}", argument=f"raw_{name}",
                     setup=[f"void *raw_{name} = buffer({element.kind}, {count});"])

    def constant_parameter(self, name, element, sizes, slack):
        fixed = self.fixed_sizes(sizes, slack)
        restrict = self.restrict()
        first = f"[{restrict}{self.first_size(fixed[0])}]"
        parameter = f"{element.name} {name}{first}{brackets(fixed[1:])}"
        if len(fixed) > 1 and self.chooser.chance(0.3):
            parameter = f"{element.name} (*{restrict}{name}){brackets(fixed[1:])}"
        count = 1
        for size in fixed:
            count *= size
        return self.passed(name, element, len(sizes), slack, parameter, str(count), restrict)

    def first_size(self, size):
        """What a parameter says about its first dimension: nothing follows from it."""
        return self.chooser.pick(*6 * [size], "", 100000, *self.size_names())

    def variable_size(self, name, element, sizes, slack):
        room = 2 * slack
        texts = [sum_text(str(size), room) for size in sizes]
        restrict = self.restrict()
        parameter = f"{element.name} {name}[{restrict}{self.first_size(texts[0])}]{brackets(texts[1:])}"
        if len(sizes) > 1 and self.chooser.chance(0.3):
            parameter = f"{element.name} (*{restrict}{name}){brackets(texts[1:])}"
        count = " * ".join(f"extent((long long){size} + {room})" for size in sizes)
        return self.passed(name, element, len(sizes), slack, parameter, count, restrict)

    def pointer(self, name, element, sizes, slack):
        restrict = self.restrict()
        exact = not slack and self.chooser.chance(0.5)
        count = f"extent({sizes[0]})" if exact else str(2 * self.capacity + 2 * MARGIN)
        parameter = f"{element.name} *{restrict}{name}"
        return self.passed(name, element, 1, 0, parameter, count, restrict, 0 if exact else MARGIN)

    def flat(self, name, element, sizes, slack):
        restrict = self.restrict()
        stride = self.capacity + 2 * slack + self.chooser.pick(0, 1)
        rows = self.capacity + 2 * slack
        array = self.passed(name, element, 2, slack, f"{element.name} *{restrict}{name}", str(stride * rows), restrict)
        array.stride = str(stride)
        return array

    def linear(self, name, element, sizes, slack):
        """Rows of symbolic length, in one dimension."""
        restrict = self.restrict()
        room = 2 * slack + self.chooser.pick(0, 0, 1)
        count = f"extent((long long){sizes[0]} + {2 * slack}) * extent((long long){sizes[1]} + {room})"
        array = self.passed(name, element, 2, slack, f"{element.name} *{restrict}{name}", f"({count})", restrict)
        array.stride = sum_text(str(sizes[1]), room)
        return array

    def row_pointers(self, name, element, sizes, slack):
        """A table of pointers to rows, which may overlap."""
        rows, columns = (f"extent((long long){size} + {2 * slack})" for size in sizes)
        parameter = self.chooser.pick(f"**{name}", f"**restrict {name}", f"*const *{name}", f"*{name}[]")
        stride, size = f"input[{self.new_overlap()}]", f"(long)sizeof({element.name})"
        own = f"({stride} == {SEPARATE}LL ? {columns} : {stride})"
        setup = [f"long room_{name} = {rows} * {columns};",
                 f"void *block_{name} = buffer({element.kind}, room_{name});",
                 f"void *raw_{name} = rows(block_{name}, room_{name} * {size}, {rows}, {own} * {size}, "
                 f"{columns} * {size});"]
        return Array(element, name, 2, slack, parameter=f"{element.name} {parameter}", setup=setup,
                     argument=f"raw_{name}")

    def restrict(self):
        return self.chooser.pick("restrict ", *(["", ""] if self.overlaps else ["restrict ", ""]))

    def overlapped_with(self, element):
        """Address and size of something whose memory C lets this type have access to."""
        kin = {"int": ["unsigned"], "unsigned": ["int"], "unsigned char": ["int", "unsigned", "long", "short"]}
        names = [element.name, *kin.get(element.name, [])]
        return next((self.overlapped[name] for name in names if name in self.overlapped), None)

    def passed(self, name, element, dimensions, slack, parameter, count, restrict, margin=0):
        """An array that a pointer is passed to; without `restrict` it may overlap with an earlier one."""
        array = Array(element, name, dimensions, slack, parameter=parameter, argument=f"(void *)raw_{name}")
        value = fresh = f"({element.name} *)buffer({element.kind}, {count})"
        other = self.overlapped_with(element)
        if self.overlaps and not restrict and other:
            offset = f"input[{self.new_overlap()}]"
            size = f"sizeof({element.name})"
            value = (f"({offset} == {SEPARATE}LL ? {fresh} : "
                     f"({element.name} *)inside({other}, {offset} * (long){size}, {count} * {size}))")
        elif self.overlaps and not restrict:
            array.setup = [f"long room_{name} = 2 * {count} + {self.capacity};"]
            value = f"({element.name} *)buffer({element.kind}, room_{name})"
            self.offer(element.name, f"raw_{name} - {margin}, room_{name} * sizeof({element.name})")
        array.setup.append(f"{element.name} *raw_{name} = {value} + {margin};")
        return array


def brackets(sizes):
    return "".join(f"[{size}]" for size in sizes)
