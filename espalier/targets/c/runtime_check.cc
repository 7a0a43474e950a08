#include "espalier/targets/c/runtime_check.h"

#include "espalier/ast/expressions.h"
#include "espalier/ast/generator.h"
#include "espalier/ast/value_ranges.h"
#include "espalier/base/error.h"
#include "espalier/presburger/integer.h"
#include "espalier/targets/c/pragmas.h"
#include "espalier/transform/arrays.h"

#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/set.h>
#include <isl/val.h>

#include <algorithm>

namespace espalier::targets {

namespace {

/// Symbolic constants are at most two to the power of these, from the one that is preferred to
/// those that are just worth while, for arrays with four sizes. No memory has 2^48 bytes.
constexpr unsigned widths[] = {48, 44, 40, 36, 32, 28, 24, 20, 16, 15, 14, 13, 12};

/// Values have at most this magnitude, so that what compilers and the runtime library of threads
/// compute from them does not overflow either.
ast::Interval limits()
{
    mpz_class most = mpz_class(1) << 61;
    return {-most, most};
}

isl::aff value_of(const isl::id &constant)
{
    return isl::space::unit(constant.ctx()).add_param(constant).param_aff_on_domain(constant);
}

/// { : -2^bits <= n <= 2^bits } for all symbolic constants of a program.
isl::set constants_up_to(const program::Program &program, unsigned bits)
{
    isl::set result = isl::set::universe(isl::space::unit(program.context.ctx()));
    for (const program::Parameter &parameter : program.parameters) {
        isl::aff value = value_of(parameter.id);
        isl::val most = isl::val(program.context.ctx(), long(bits)).pow2();
        isl::aff zero = value.space().domain().zero_aff_on_domain();
        result = result.intersect(value.ge_set(zero.add_constant(most.neg())))
                     .intersect(value.le_set(zero.add_constant(most)));
    }
    return result;
}

/// What symbolic constants can be in a set.
/// \param possible  { : ... }, bounded and not empty
ast::Intervals intervals(const program::Program &program, const isl::set &possible)
{
    ast::Intervals result;
    isl::set points = possible;
    for (const program::Parameter &parameter : program.parameters)
        points = isl::manage(isl_set_align_params(points.release(),
                                                  isl_aff_get_space(value_of(parameter.id).get())));
    for (const program::Parameter &parameter : program.parameters) {
        isl::aff value = isl::manage(isl_aff_align_params(value_of(parameter.id).release(),
                                                          isl_set_get_space(points.get())));
        isl::val least = isl::manage(isl_set_min_val(points.get(), value.get()));
        isl::val greatest = isl::manage(isl_set_max_val(points.get(), value.get()));
        result[parameter.id.name()] = {presburger::to_integer(least),
                                       presburger::to_integer(greatest)};
    }
    return result;
}

/// What holds before anything is checked: { : ... }.
isl::set known_before(const program::Program &program)
{
    return program.context.intersect(program::parameter_ranges(program));
}

/// The rows of an array that the accesses touch, by its outermost subscript. A variable has none
/// before its first one.
/// \return nothing if there is no first or last one
std::optional<Extent> extent(const program::Program &program, std::size_t array)
{
    const program::Array &info = program.arrays[array];
    if (info.extents.empty())
        return Extent{array};
    std::optional<isl::set> touched;
    for (const program::Statement &statement : program.statements)
        for (const program::Access &access : statement.accesses)
            if (transform::uses(access, array)) {
                isl::set range = access.relation.range();
                touched = touched ? touched->unite(range) : range;
            }
    if (info.has_own_memory)
        touched = isl::manage(isl_set_lower_bound_si(touched->release(), isl_dim_set, 0, 0));
    auto count = static_cast<unsigned>(info.extents.size());
    isl::set rows = isl::manage(isl_set_project_out(touched->copy(), isl_dim_set, 1, count - 1));
    if (!isl_set_dim_is_bounded(rows.get(), isl_dim_set, 0))
        return std::nullopt;
    isl::set context = known_before(program).intersect(program.assumptions);
    auto row = [&](isl_pw_aff *(*bound)(isl_set *, int), long offset) {
        isl::pw_aff value = isl::manage(bound(rows.copy(), 0)).add_constant(offset).coalesce();
        ast::ExpressionPtr result = ast::value(transform::as_extent(value), context);
        const bool is_zero = result->op == ast::Operator::integer && result->text == "0";
        for (std::size_t k = 1; k < info.linear_dimensions && !is_zero; ++k)
            result = ast::apply(ast::Operator::multiply,
                                {result, ast::value(*info.extents[k], context)});
        return result;
    };
    return Extent{array, row(isl_set_dim_min, 0), row(isl_set_dim_max, 1)};
}

/// The memory that the accesses to arrays touch.
class Extents {
public:
    explicit Extents(const program::Program &program) : program_(program) {}

    /// \return nothing if an array is accessed without bounds
    std::optional<Extent> of(std::size_t array)
    {
        return program_.arrays[array].pointer_dimensions == 0 ? extent(program_, array)
                                                              : behind_pointers(array);
    }

    std::vector<TouchedRows> rows;

private:
    std::optional<Extent> behind_pointers(std::size_t array)
    {
        const std::string pointers = row_pointers(program_.arrays[array]);
        auto known = std::ranges::find_if(rows, [&](const TouchedRows &one) {
            return row_pointers(program_.arrays[one.array]) == pointers;
        });
        if (known == rows.end()) {
            auto touched = touched_rows(program_, array,
                                        known_before(program_).intersect(program_.assumptions));
            if (!touched)
                return std::nullopt;
            known = rows.insert(known, std::move(*touched));
        }
        return Extent{array, nullptr, nullptr, std::size_t(known - rows.begin())};
    }

    const program::Program &program_;
};

/// \return nothing if an array is accessed without bounds
std::optional<std::vector<std::pair<Extent, Extent>>>
memory_to_be_disjoint(const program::Program &program, Extents &extents)
{
    std::vector<std::pair<Extent, Extent>> result;
    for (auto [one, two] : program.may_overlap) {
        if (!is_accessed(program, one) || !is_accessed(program, two))
            continue;
        auto first = extents.of(one), second = extents.of(two);
        if (!first || !second)
            return std::nullopt;
        result.emplace_back(*first, *second);
    }
    return result;
}

/// \return nothing if an array is accessed without bounds
std::optional<std::vector<std::pair<std::size_t, Extent>>>
memory_without_constants(const program::Program &program, Extents &extents)
{
    std::vector<std::pair<std::size_t, Extent>> result;
    for (auto [parameter, array] : program.may_change) {
        if (!is_accessed(program, array))
            continue;
        std::optional<Extent> written = extents.of(array);
        if (!written)
            return std::nullopt;
        result.emplace_back(parameter, *written);
    }
    return result;
}

/// \return nothing if an array is accessed without bounds
std::optional<std::vector<std::pair<std::size_t, Extent>>>
memory_without_pointers(const program::Program &program, Extents &extents)
{
    std::vector<std::pair<std::size_t, Extent>> result;
    for (auto [array, other] : program.may_change_rows) {
        if (!is_accessed(program, array) || !is_accessed(program, other))
            continue;
        const std::optional<Extent> read = extents.of(array), written = extents.of(other);
        if (!read || !written)
            return std::nullopt;
        result.emplace_back(*read->rows, *written);
    }
    return result;
}

RuntimeCheck check_within(const program::Program &program, const isl::set &ranges)
{
    RuntimeCheck result{ranges};
    isl::set possible = known_before(program).intersect(ranges);
    if (!possible.is_subset(program.assumptions))
        result.assumptions =
            ast::condition(program.assumptions.gist(possible).coalesce(), possible);
    return result;
}

/// Whether nothing that the check or the code computes overflows.
bool is_safe(const RuntimeCheck &check, const program::Program &program,
             const std::vector<ast::NodePtr> &code, const std::vector<ast::ExpressionPtr> &values)
{
    isl::set checked = known_before(program).intersect(check.ranges);
    isl::set inside = checked.intersect(program.assumptions);
    if (inside.is_empty())
        return true;
    if (check.assumptions &&
        !ast::stays_within(limits(), check.assumptions, intervals(program, checked)))
        return false;
    const ast::Intervals constants = intervals(program, inside);
    return std::ranges::all_of(code,
                               [&](const ast::NodePtr &part) {
                                   return ast::stays_within(limits(), part, constants);
                               }) &&
           std::ranges::all_of(values, [&](const ast::ExpressionPtr &value) {
               return ast::stays_within(limits(), value, constants);
           });
}

/// Whether a call says where an array starts, `v.data()`: it may be a null pointer, to which
/// nothing but zero may be added.
bool starts_at_call(const program::Array &array) { return array.spelling[0].ends_with("()"); }

std::string pointer(const program::Array &array, const ast::ExpressionPtr &row, CPrinter &printer)
{
    const std::string offset = printer.operand(row), &start = array.spelling[0];
    if (offset == "0")
        return start;
    if (starts_at_call(array))
        return fmt::format("(const volatile void *)((__UINTPTR_TYPE__){0} + sizeof *{0} * {1})",
                           start, offset);
    return fmt::format("{} + {}", start, offset);
}

/// Pointers to the beginning and behind the end of an extent, as arguments.
std::string pointers(const Extent &extent, const program::Program &program, CPrinter &printer)
{
    const program::Array &array = program.arrays[extent.array];
    if (!extent.begin)
        return fmt::format("&{0}, &{0} + 1", array.spelling[0]);
    return fmt::format("{}, {}", pointer(array, extent.begin, printer),
                       pointer(array, extent.end, printer));
}

/// The same of a symbolic constant.
std::string pointers(const program::Parameter &parameter)
{
    return fmt::format("&{0}, &{0} + 1",
                       parameter.reading ? parameter.reading->lvalue : parameter.id.name());
}

/// The condition under which a symbolic constant is not read; empty if it always is.
std::string not_read(const program::Parameter &parameter, CPrinter &printer)
{
    if (!parameter.reading)
        return "";
    const isl::set all = program::parameter_ranges(printer.program());
    const isl::set rest = all.subtract(parameter.reading->condition);
    return rest.is_empty() ? "" : printer.operand(ast::condition(rest.gist(all).coalesce(), all));
}

} // namespace

std::optional<RuntimeCheck> runtime_check(const program::Program &program, const ast::NodePtr &code,
                                          const std::vector<ast::ExpressionPtr> &values)
{
    Extents extents(program);
    auto disjoint = memory_to_be_disjoint(program, extents);
    auto unchanged = memory_without_constants(program, extents);
    auto kept_pointers = memory_without_pointers(program, extents);
    if (!disjoint || !unchanged || !kept_pointers)
        return std::nullopt;
    std::vector<ast::ExpressionPtr> all = values;
    auto add = [&](const Extent &extent) {
        for (const ast::ExpressionPtr &row : {extent.begin, extent.end})
            if (row)
                all.push_back(row);
    };
    for (const auto &[one, two] : *disjoint) {
        add(one);
        add(two);
    }
    for (const auto *pairs : {&*unchanged, &*kept_pointers})
        for (const auto &[position, memory] : *pairs)
            add(memory);
    std::vector<ast::NodePtr> all_code = {code};
    for (const TouchedRows &rows : extents.rows)
        all_code.push_back(rows.visit);
    for (unsigned bits : widths) {
        RuntimeCheck check = check_within(program, constants_up_to(program, bits));
        if (is_safe(check, program, all_code, all)) {
            check.rows = std::move(extents.rows);
            check.disjoint = std::move(*disjoint);
            check.unchanged = std::move(*unchanged);
            check.kept_pointers = std::move(*kept_pointers);
            return check;
        }
    }
    throw Error(Fault::input, DiagnosticKind::impossible_code,
                "the code would compute with numbers that do not fit into 64 bits");
}

bool depends_on_constants(const RuntimeCheck &check, const program::Program &program)
{
    return check.assumptions || !check.work.empty() ||
           !known_before(program).is_subset(check.ranges);
}

std::string print(const RuntimeCheck &check, const program::Program &program,
                  const lowering::Names &names, CPrinter &printer)
{
    std::vector<std::string> conditions;
    bool has_alternatives = false; // in the last condition, beside nothing else
    auto add = [&](std::string condition, bool is_choice) {
        if (has_alternatives)
            conditions.back() = fmt::format("({})", conditions.back());
        if (is_choice && !conditions.empty())
            condition = fmt::format("({})", condition);
        has_alternatives = is_choice && conditions.empty();
        conditions.push_back(std::move(condition));
    };
    auto add_expression = [&](const ast::ExpressionPtr &condition) {
        std::string text = printer.expression(condition);
        const bool is_choice = text.find("||") != std::string::npos;
        add(std::move(text), is_choice);
    };
    isl::set before = known_before(program);
    if (!before.is_subset(check.ranges))
        add_expression(ast::condition(check.ranges.gist(before).coalesce(), before));
    if (check.assumptions)
        add_expression(check.assumptions);
    if (!check.work.empty()) {
        std::string enough = enough_work(printer, check.work);
        const bool is_choice = enough.find("||") != std::string::npos;
        add(std::move(enough), is_choice);
    }
    auto add_disjoint = [&](const std::string &unless, const std::string &one,
                            const std::string &two) {
        printer.use(Helper::disjoint);
        auto is_apart = [&](const std::string &first, const std::string &second) {
            const std::string call = fmt::format("{}({}, {})", names.disjoint, first, second);
            return unless.empty() ? call : fmt::format("({} || {})", unless, call);
        };
        if (std::ranges::find(conditions, is_apart(one, two)) == conditions.end() &&
            std::ranges::find(conditions, is_apart(two, one)) == conditions.end())
            add(is_apart(one, two), false);
    };
    for (const auto &[one, two] : check.disjoint)
        if (!one.rows && !two.rows)
            add_disjoint("", pointers(one, program, printer), pointers(two, program, printer));
    for (const auto &[position, memory] : check.unchanged) {
        if (memory.rows)
            continue;
        const program::Parameter &parameter = program.parameters[position];
        add_disjoint(not_read(parameter, printer), pointers(parameter),
                     pointers(memory, program, printer));
    }
    return fmt::format("{}", fmt::join(conditions, " && "));
}

RowCheck row_check(const RuntimeCheck &check, const lowering::Names &names, CPrinter &printer)
{
    const program::Program &program = printer.program();
    RowCheck result{check.rows, {}, {}};
    auto add = [&](const std::string &unless, std::string condition) {
        if (!unless.empty())
            condition = fmt::format("({} || {})", unless, condition);
        if (std::ranges::find(result.conditions, condition) == result.conditions.end())
            result.conditions.push_back(std::move(condition));
    };
    // A variable that has sections of memory, and other memory.
    auto apart_from = [&](const std::string &sections, const Extent &memory) {
        return memory.rows ? fmt::format("{}_disjoint(&{}, &{})", names.rows, sections,
                                         rows_variable(names, *memory.rows))
                           : fmt::format("{}_beside(&{}, {})", names.rows, sections,
                                         pointers(memory, program, printer));
    };
    for (const auto &[one, two] : check.disjoint)
        if (one.rows && one.rows == two.rows)
            add("", fmt::format("{}_apart(&{})", names.rows, rows_variable(names, *one.rows)));
        else if (one.rows || two.rows)
            add("", one.rows ? apart_from(rows_variable(names, *one.rows), two)
                             : apart_from(rows_variable(names, *two.rows), one));
    for (const auto &[position, memory] : check.unchanged)
        if (memory.rows) {
            const program::Parameter &parameter = program.parameters[position];
            add(not_read(parameter, printer),
                fmt::format("{}_beside(&{}, {})", names.rows, rows_variable(names, *memory.rows),
                            pointers(parameter)));
        }
    for (const auto &[rows, memory] : check.kept_pointers) {
        result.pointers.insert(rows);
        add("", apart_from(pointers_variable(names, rows), memory));
    }
    return result;
}

bool is_accessed(const program::Program &program, std::size_t array)
{
    for (const program::Statement &statement : program.statements)
        for (const program::Access &access : statement.accesses)
            if (transform::uses(access, array) && !access.relation.is_empty())
                return true;
    return false;
}

} // namespace espalier::targets
