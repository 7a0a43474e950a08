#include "espalier/targets/c/row_check.h"

#include "espalier/ast/expressions.h"
#include "espalier/ast/generator.h"
#include "espalier/ast/walk.h"
#include "espalier/base/words.h"
#include "espalier/lowering/target_code.h"
#include "espalier/transform/arrays.h"

#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>

#include <functional>
#include <utility>

namespace espalier::targets {

namespace {

/// { [a] }: the elements of rows that statements touch, by the subscripts that choose the pointer,
/// and the one behind it; nothing if no statement does.
std::optional<isl::set> touched_elements(const program::Program &program, std::size_t array)
{
    const program::Array &info = program.arrays[array];
    const auto known = unsigned(info.pointer_dimensions + 1);
    std::optional<isl::set> result;
    for (const program::Statement &statement : program.statements)
        for (const program::Access &access : statement.accesses) {
            const program::Array &other = program.arrays[access.array];
            if (!transform::uses(access, access.array) || row_pointers(other) != row_pointers(info))
                continue;
            isl::set elements = access.relation.range();
            elements = isl::manage(isl_set_reset_tuple_id(elements.release()));
            elements = isl::manage(isl_set_project_out(elements.release(), isl_dim_set, known,
                                                       unsigned(other.extents.size()) - known));
            result = result ? result->unite(elements) : elements;
        }
    return result;
}

/// "s[c0].data": the pointer to a row, or the outer part of it.
std::string spelled(const program::Array &array, const ast::User &row, std::size_t dimensions,
                    CPrinter &printer)
{
    std::string result = array.spelling.front();
    for (std::size_t k = 0; k < dimensions; ++k)
        result +=
            fmt::format("[{}]{}", printer.expression(row.iterators[k]), array.spelling[k + 1]);
    return result;
}

/// A section of memory, from one pointer to another, in C.
using Section = std::pair<std::string, std::string>;

/// What the region touches of a row.
Section elements_of(const program::Array &array, const ast::User &row, CPrinter &printer)
{
    const std::string pointer = spelled(array, row, array.pointer_dimensions, printer);
    auto behind = [&](const ast::ExpressionPtr &elements) {
        const std::string offset = printer.operand(elements);
        return offset == "0" ? pointer : fmt::format("{} + {}", pointer, offset);
    };
    return {behind(row.values[0]), behind(row.values[1])};
}

/// Code with calls in place of its statements that add sections of memory to a variable.
ast::NodePtr with_sections_added(const ast::NodePtr &code, const std::string &function,
                                 const std::string &variable,
                                 const std::function<Section(const ast::User &)> &section)
{
    const auto *row = std::get_if<ast::User>(&code->node);
    if (!row)
        return ast::map_children(code, [&](const ast::NodePtr &child) {
            return with_sections_added(child, function, variable, section);
        });
    const auto [begin, end] = section(*row);
    return std::make_shared<ast::Node>(ast::Node{
        ast::User{function, {ast::name("&" + variable), ast::name(begin), ast::name(end)}, {}}});
}

} // namespace

std::string row_pointers(const program::Array &array)
{
    const auto row = array.spelling.begin() + long(array.pointer_dimensions) + 1;
    return array.pointer_dimensions == 0
               ? ""
               : fmt::format("{}", fmt::join(array.spelling.begin(), row, "[]"));
}

std::optional<TouchedRows> touched_rows(const program::Program &program, std::size_t array,
                                        const isl::set &context)
{
    const auto pointers = unsigned(program.arrays[array].pointer_dimensions);
    std::optional<isl::set> touched = touched_elements(program, array);
    if (!touched)
        return std::nullopt;
    const isl::set elements = touched->intersect_params(context);
    for (unsigned k = 0; k <= pointers; ++k)
        if (!isl_set_dim_is_bounded(elements.get(), isl_dim_set, k))
            return std::nullopt;
    const isl::id statement(program.context.ctx(), "rows");
    isl::set rows = isl::manage(isl_set_project_out(elements.copy(), isl_dim_set, pointers, 1));
    rows = isl::manage(isl_set_set_tuple_id(rows.coalesce().release(), statement.copy()));
    // A hull of all accesses would be simpler, but its bounds may be far away from each of theirs.
    isl::map of_row = isl::manage(isl_map_move_dims(isl_map_from_range(elements.copy()), isl_dim_in,
                                                    0, isl_dim_out, 0, pointers));
    of_row = isl::manage(isl_map_set_tuple_id(of_row.release(), isl_dim_in, statement.copy()))
                 .intersect_domain(rows);
    const isl::pw_aff first = isl::manage(isl_map_dim_min(of_row.copy(), 0)).coalesce();
    const isl::pw_aff last = isl::manage(isl_map_dim_max(of_row.copy(), 0)).coalesce();
    isl::map order = isl::manage(isl_set_identity(rows.copy()));
    order = isl::manage(isl_map_reset_tuple_id(order.release(), isl_dim_out));
    ast::Request request;
    request.context = context;
    request.expressions[statement.name()] = {first.gist(rows), last.add_constant(1).gist(rows)};
    return TouchedRows{array,
                       ast::generate(order, isl::union_map::empty(program.context.ctx()), request)};
}

std::string rows_variable(const lowering::Names &names, std::size_t rows)
{
    return fmt::format("{}{}", names.rows, rows);
}

std::string pointers_variable(const lowering::Names &names, std::size_t rows)
{
    return fmt::format("{}_pointers{}", names.rows, rows);
}

std::string print(const RowCheck &check, const std::string &name, const std::string &condition,
                  const lowering::Names &names, CPrinter &printer, const std::string &indentation,
                  const std::string &unit)
{
    printer.use(Helper::rows);
    const program::Program &program = printer.program();
    const std::string inside = indentation + unit;
    std::string declarations, visits, releases;
    auto collect = [&](const TouchedRows &rows, const std::string &variable,
                       const std::vector<std::function<Section(const ast::User &)>> &sections) {
        declarations +=
            fmt::format("{}struct {} {} = {{0, 0, 0, 0, 0}};\n", inside, names.rows, variable);
        for (const auto &section : sections)
            visits += printer.print(
                lowering::target_code(
                    program,
                    with_sections_added(rows.visit, names.rows + "_add", variable, section), names),
                inside, unit);
        visits += fmt::format("{}{}_sort(&{});\n", inside, names.rows, variable);
        releases += fmt::format("{}__builtin_free({}.parts);\n", inside, variable);
    };
    for (std::size_t k = 0; k < check.rows.size(); ++k) {
        const program::Array &array = program.arrays[check.rows[k].array];
        collect(check.rows[k], rows_variable(names, k),
                {[&](const ast::User &row) { return elements_of(array, row, printer); }});
        std::vector<std::function<Section(const ast::User &)>> pointers;
        for (std::size_t depth = 1; depth <= array.pointer_dimensions; ++depth)
            pointers.emplace_back([&, depth](const ast::User &row) {
                const std::string pointer = "&" + spelled(array, row, depth, printer);
                return Section(pointer, pointer + " + 1");
            });
        if (check.pointers.contains(k))
            collect(check.rows[k], pointers_variable(names, k), pointers);
    }
    return fmt::format("{0}int {1} = {2};\n"
                       "{0}if ({1}) {{\n"
                       "{3}{4}"
                       "{5}{1} = {6};\n"
                       "{7}"
                       "{0}}}\n",
                       indentation, name, condition.empty() ? "1" : condition, declarations, visits,
                       inside, fmt::join(check.conditions, " && "), releases);
}

std::string define_rows(const std::string &prefix)
{
    // Sections of memory in order, those that touch as one. Where memory runs out, nothing that is
    // asked holds.
    static const std::string text = R"(struct ROWS {
    __UINTPTR_TYPE__ (*parts)[2];
    unsigned long count, room;
    int overlap, failed;
};
static inline void ROWS_add(struct ROWS *rows, const volatile void *begin, const volatile void *end)
{
    const __UINTPTR_TYPE__ first = (__UINTPTR_TYPE__)begin, last = (__UINTPTR_TYPE__)end;
    if (rows->count > 0 && first == rows->parts[rows->count - 1][1]) {
        rows->parts[rows->count - 1][1] = last;
        return;
    }
    if (rows->count == rows->room) {
        const unsigned long room = 2 * rows->room + 16;
        void *parts = __builtin_realloc(rows->parts, room * sizeof *rows->parts);
        if (!parts) {
            rows->failed = 1;
            return;
        }
        rows->parts = (__UINTPTR_TYPE__(*)[2])parts;
        rows->room = room;
    }
    rows->parts[rows->count][0] = first;
    rows->parts[rows->count][1] = last;
    rows->count++;
}
static inline void ROWS_swap(__UINTPTR_TYPE__ *a, __UINTPTR_TYPE__ *b)
{
    const __UINTPTR_TYPE__ first = a[0], last = a[1];
    a[0] = b[0];
    a[1] = b[1];
    b[0] = first;
    b[1] = last;
}
static inline int ROWS_ordered(const struct ROWS *rows)
{
    for (unsigned long k = 1; k < rows->count; k++)
        if (rows->parts[k][0] < rows->parts[k - 1][0])
            return 0;
    return 1;
}
static inline void ROWS_distribute(struct ROWS *rows)
{
    __UINTPTR_TYPE__ first = rows->parts[0][0], last = first;
    for (unsigned long k = 1; k < rows->count; k++) {
        first = rows->parts[k][0] < first ? rows->parts[k][0] : first;
        last = rows->parts[k][0] > last ? rows->parts[k][0] : last;
    }
    const unsigned long slots = 2 * rows->count;
    unsigned shift = 0;
    while ((last - first) >> shift >= slots)
        shift++;
    unsigned long *ends = (unsigned long *)__builtin_calloc(slots, sizeof *ends);
    __UINTPTR_TYPE__(*parts)[2] = (__UINTPTR_TYPE__(*)[2])__builtin_malloc(rows->count * sizeof *parts);
    if (ends && parts) {
        for (unsigned long k = 0; k < rows->count; k++)
            ends[(rows->parts[k][0] - first) >> shift]++;
        for (unsigned long slot = 1; slot < slots; slot++)
            ends[slot] += ends[slot - 1];
        for (unsigned long k = rows->count; k-- > 0;) {
            const unsigned long to = --ends[(rows->parts[k][0] - first) >> shift];
            parts[to][0] = rows->parts[k][0];
            parts[to][1] = rows->parts[k][1];
        }
        __UINTPTR_TYPE__(*const old)[2] = rows->parts;
        rows->parts = parts;
        rows->room = rows->count;
        parts = old;
    }
    __builtin_free(parts);
    __builtin_free(ends);
}
static inline int ROWS_insert(struct ROWS *rows)
{
    unsigned long moves = 8 * rows->count;
    for (unsigned long k = 1; k < rows->count; k++)
        for (unsigned long to = k; to > 0 && rows->parts[to][0] < rows->parts[to - 1][0]; to--) {
            if (moves-- == 0)
                return 0;
            ROWS_swap(rows->parts[to], rows->parts[to - 1]);
        }
    return 1;
}
static inline void ROWS_sort(struct ROWS *rows)
{
    int is_sorted = ROWS_ordered(rows);
    if (!is_sorted) {
        ROWS_distribute(rows);
        is_sorted = ROWS_insert(rows);
    }
    __UINTPTR_TYPE__(*const parts)[2] = rows->parts;
    unsigned long start = rows->count / 2, end = is_sorted ? 0 : rows->count, kept = 0;
    while (end > 1) { /* Heapsort, where they are not spread evenly */
        if (start > 0)
            start--;
        else
            ROWS_swap(parts[0], parts[--end]);
        for (unsigned long k = start, next; (next = 2 * k + 1) < end; k = next) {
            if (next + 1 < end && parts[next + 1][0] > parts[next][0])
                next++;
            if (parts[k][0] >= parts[next][0])
                break;
            ROWS_swap(parts[k], parts[next]);
        }
    }
    for (unsigned long k = 1; k < rows->count; k++) {
        rows->overlap |= parts[k][0] < parts[kept][1];
        if (parts[k][0] > parts[kept][1])
            ROWS_swap(parts[++kept], parts[k]);
        else if (parts[k][1] > parts[kept][1])
            parts[kept][1] = parts[k][1];
    }
    rows->count = rows->count > 0 ? kept + 1 : 0;
}
__attribute__((unused)) static inline int ROWS_apart(const struct ROWS *rows)
{
    return !rows->overlap && !rows->failed;
}
__attribute__((unused)) static inline int ROWS_disjoint(const struct ROWS *a, const struct ROWS *b)
{
    unsigned long i = 0, j = 0;
    while (i < a->count && j < b->count)
        if (a->parts[i][1] <= b->parts[j][0])
            i++;
        else if (b->parts[j][1] <= a->parts[i][0])
            j++;
        else
            return 0;
    return !a->failed && !b->failed;
}
__attribute__((unused)) static inline int ROWS_beside(const struct ROWS *rows,
                                                      const volatile void *begin,
                                                      const volatile void *end)
{
    const __UINTPTR_TYPE__ first = (__UINTPTR_TYPE__)begin, last = (__UINTPTR_TYPE__)end;
    for (unsigned long k = 0; k < rows->count; k++)
        if (first < rows->parts[k][1] && rows->parts[k][0] < last)
            return 0;
    return !rows->failed;
}
)";
    return with_replaced(text, "ROWS", prefix);
}

} // namespace espalier::targets
