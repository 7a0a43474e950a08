"""C functions of about 500 lines, each of one kind: what Espalier's own time is measured and bounded with."""

NEIGHBOURS = {"k": "[k + {0}][j][i]", "j": "[k][j + {0}][i]", "i": "[k][j][i + {0}]"}


def at(array, axis, offset, component):
    return f"{array}{NEIGHBOURS[axis].format(offset)}[{component}]"


def function(declarations, parameters, body):
    return "\n".join([*declarations, f"void f({parameters})", "{", *body, "}", ""])


def solver():
    """Sweeps over arrays of five components, with fluxes and dissipation along each axis, and boundaries."""
    body = []
    for axis in "kji":
        for component in range(5):
            body += ["    for (int k = 1; k < n - 1; k++)", "        for (int j = 1; j < n - 1; j++)",
                     "            for (int i = 1; i < n - 1; i++) {",
                     f"                double up = vs{NEIGHBOURS[axis].format(1)};",
                     f"                double down = vs{NEIGHBOURS[axis].format(-1)};",
                     f"                rhs[k][j][i][{component}] += c * ({at('u', axis, 1, component)}",
                     f"                    - 2 * u[k][j][i][{component}] + {at('u', axis, -1, component)})",
                     f"                    - d * ({at('u', axis, 1, component)} * up",
                     f"                    - {at('u', axis, -1, component)} * down);", "            }"]
        for edge in ("1", "2", "n - 3", "n - 2"):
            one, two = (variable for variable in "kji" if variable != axis)
            body += [f"    for (int {one} = 1; {one} < n - 1; {one}++)",
                     f"        for (int {two} = 1; {two} < n - 1; {two}++) {{", f"            int {axis} = {edge};"]
            body += [f"            rhs[k][j][i][{m}] -= d * ({at('u', axis, 0, m)}\n"
                     f"                - 4 * {at('u', axis, 1, m)} + {at('u', axis, -1, m)});" for m in range(5)]
            body.append("        }")
        body += ["    for (int k = 3; k < n - 3; k++)", "        for (int j = 3; j < n - 3; j++)",
                 "            for (int i = 3; i < n - 3; i++)", "                for (int m = 0; m < 5; m++)",
                 f"                    rhs[k][j][i][m] -= d * ({at('u', axis, -2, 'm')}",
                 f"                        - {at('u', axis, -1, 'm')} + {at('u', axis, 2, 'm')});"]
    return function(["enum { N = 64 };", "static double u[N][N][N][5], rhs[N][N][N][5], vs[N][N][N];"],
                    "int n, double c, double d", body)


def products():
    """Products of matrices, each with the one before."""
    count = 60
    body = []
    for k in range(1, count + 1):
        body += ["    for (int i = 0; i < n; i++)", "        for (int j = 0; j < n; j++) {", "            double sum = 0;",
                 "            for (int k = 0; k < n; k++)", f"                sum += a{(k - 1) % 6}[i * n + k] * b[k * n + j];",
                 f"            a{k % 6}[i * n + j] = sum + a{k % 6}[i * n + j] * {k};", "        }", ""]
    return function([], "int n, const double *restrict b, " + ", ".join(f"double *restrict a{k}" for k in range(6)), body)


def stencils():
    """Iterated sweeps, each between two arrays of its own."""
    body = []
    for k in range(30):
        one, two = f"u{k % 4}", f"v{k % 4}"
        body += ["    for (int t = 0; t < steps; t++) {"]
        for source, target in ((one, two), (two, one)):
            body += ["        for (int i = 1; i < n - 1; i++)", "            for (int j = 1; j < n - 1; j++)",
                     f"                {target}[i][j] = 0.2 * ({source}[i][j] + {source}[i][j - 1] + {source}[i][j + 1]",
                     f"                                        + {source}[i - 1][j] + {source}[i + 1][j]);"]
        body += ["    }", ""] + [f"    // the {k + 1}th of them"] * 6
    arrays = ", ".join(f"double {name}{k}[restrict n][n]" for k in range(4) for name in "uv")
    return function([], f"int n, int steps, {arrays}", body)


def rates():
    """One loop with a long body of scalars, as of reactions between species."""
    species = 20
    body = ["    for (int i = 0; i < n; i++) {"]
    body += [f"        double c{s} = c[{s} * n + i];" for s in range(species)]
    for r in range(220):
        one, two, three = r % species, (3 * r + 1) % species, (7 * r + 5) % species
        body += [f"        double q{r} = k[{r}] * c{one} * c{two} - k[{r}] * 0.5 * c{three};",
                 f"        w[{three} * n + i] += q{r} * {r + 1};"]
    return function([], "int n, const double *restrict k, const double *restrict c, double *restrict w", body + ["    }"])


def vector_loops():
    """Many loops over vectors, with conditions on data, sums and indirect accesses in between."""
    body = []
    for k in range(100):
        one, two, three = f"x{k % 5}", f"x{(k + 1) % 5}", f"x{(k + 3) % 5}"
        loop = "    for (int i = 0; i < n; i++)"
        body += [[loop, f"        {one}[i] = {two}[i] * {k} + {three}[i];", ""],
                 [loop + " {", f"        if ({one}[i] > {k})", f"            {two}[i] = {three}[i];", "    }", ""],
                 ["    s = 0;", loop, f"        s += {one}[i] * {two}[i];", f"    {three}[0] = s;", ""],
                 [loop, f"        {one}[i] += {two}[index[i]];", "", ""]][k % 4]
        body += [f"    // after {k + 1} loops"]
    return function([], "int n, const int *restrict index, " + ", ".join(f"double *restrict x{k}" for k in range(5)),
                    ["    double s;", *body])


def factorizations():
    """Factorizations and triangular solutions, one after the other."""
    body = []
    for k in range(22):
        a = f"a{k % 3}"
        body += ["    for (int k = 0; k < n; k++) {", f"        {a}[k][k] = sqrt({a}[k][k]);",
                 "        for (int i = k + 1; i < n; i++)", f"            {a}[i][k] /= {a}[k][k];",
                 "        for (int j = k + 1; j < n; j++)", "            for (int i = j; i < n; i++)",
                 f"                {a}[i][j] -= {a}[i][k] * {a}[j][k];", "    }", "    for (int i = 0; i < n; i++) {",
                 "        for (int j = 0; j < i; j++)", f"            b[i] -= {a}[i][j] * b[j];",
                 f"        b[i] /= {a}[i][i];", "    }", "    for (int i = 0; i < n; i++)",
                 "        for (int j = 0; j <= i; j++)", f"            a{(k + 1) % 3}[i][j] += {a}[i][j] * b[i];", ""]
        body += [f"    // step {k + 1}"] * 5
    arrays = ", ".join(f"double a{k}[restrict n][n]" for k in range(3))
    return function(["#include <math.h>"], f"int n, double *restrict b, {arrays}", body)


LONG_FUNCTIONS = {make.__name__: make for make in (solver, products, stencils, rates, vector_loops, factorizations)}
