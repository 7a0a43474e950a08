"""The types that hostile programs use, and values at the corners of their ranges."""

from dataclasses import dataclass


@dataclass(frozen=True)
class IntegerType:
    """A type of parameters and loop variables."""
    name: str
    bits: int
    is_signed: bool

    @property
    def low(self):
        return -(1 << self.bits - 1) if self.is_signed else 0

    @property
    def high(self):
        return (1 << self.bits - self.is_signed) - 1

    def nearest(self, value):
        return min(max(value, self.low), self.high)

    def corners(self):
        """Values where arithmetic on this type or a narrower one is about to leave its range."""
        powers = [1 << power for power in (7, 8, 15, 16, 31, 32, 61, 62, 63, 64)]
        near = [sign * (power + beside) for power in powers for sign in (1, -1) for beside in (-1, 0, 1)]
        ends = [self.low, self.low + 1, self.high - 1, self.high]
        return ends * 3 + [value for value in near + [0, 1, -1] if self.low <= value <= self.high]


@dataclass(frozen=True)
class ElementType:
    """A type of array elements and scalars; `kind` is its name in harness.h."""
    name: str
    kind: str
    is_floating: bool = False
    is_unsigned: bool = False

    @property
    def suffix(self):
        return {"float": "f", "unsigned": "u"}.get(self.name, "")


INT, LONG = IntegerType("int", 32, True), IntegerType("long", 64, True)
UNSIGNED, UNSIGNED_LONG = IntegerType("unsigned", 32, False), IntegerType("unsigned long", 64, False)
OTHER_INTEGERS = [UNSIGNED, UNSIGNED_LONG, IntegerType("short", 16, True), IntegerType("unsigned short", 16, False),
                  IntegerType("signed char", 8, True), IntegerType("long long", 64, True)]

DOUBLE, FLOAT = ElementType("double", "T_DOUBLE", is_floating=True), ElementType("float", "T_FLOAT", is_floating=True)
INTEGER_ELEMENTS = [ElementType("int", "T_INT"), ElementType("unsigned", "T_UNSIGNED", is_unsigned=True),
                    ElementType("long", "T_LONG"), ElementType("unsigned char", "T_UCHAR"),
                    ElementType("short", "T_SHORT")]
ELEMENTS = [DOUBLE, FLOAT, *INTEGER_ELEMENTS]
