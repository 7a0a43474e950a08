#include "espalier/targets/c/runtime_check.h"

#include "espalier/ast/expressions.h"
#include "espalier/ast/generator.h"
#include "espalier/ast/value_ranges.h"
#include "espalier/ast/walk.h"
#include "espalier/base/error.h"
#include "espalier/presburger/integer.h"
#include "espalier/targets/c/pragmas.h"
#include "espalier/targets/c/same_memory.h"
#include "espalier/transform/arrays.h"

#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/set.h>
#include <isl/val.h>

#include <algorithm>
#include <functional>
#include <variant>

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

/// Whether the pointer to an array can be read wherever there is an access to the array.
bool can_read_pointer(const program::Program &program, std::size_t array)
{
    const std::optional<isl::set> &read = program.arrays[array].pointer_read;
    if (!read)
        return true;
    const isl::set possible = known_before(program).intersect(program.assumptions);
    for (const program::Statement &statement : program.statements)
        for (const program::Access &access : statement.accesses)
            if (transform::uses(access, array) &&
                !access.relation.domain().params().intersect(possible).is_subset(*read))
                return false;
    return true;
}

/// The memory of an array if it is known before anything is inspected.
std::optional<Extent> known_extent(std::size_t array, Extents &extents)
{
    const auto &all = extents.of(array);
    return all && all->size() == 1 && !all->front().is_inspected() ? std::optional(all->front())
                                                                   : std::nullopt;
}

/// Whether threads share loops of the code, and nothing takes the place of loops. To threads,
/// compilers do not pass on that pointers are restricted, so that nothing is lost if they are not.
bool is_plain_for_threads(const ast::NodePtr &code)
{
    bool is_shared = false, is_plain = true;
    const std::function<void(const ast::NodePtr &)> visit = [&](const ast::NodePtr &node) {
        const auto *loop = std::get_if<ast::For>(&node->node);
        if (loop && loop->role) {
            is_shared = is_shared || loop->role->kind == schedule::LoopKind::parallel;
            is_plain = is_plain && !loop->role->blocking && !loop->role->has_row_function;
        }
        ast::foreach_child(*node, visit);
    };
    visit(code);
    return is_shared && is_plain;
}

/// \return nothing if an array is accessed without bounds, or where its pointer may not be there
std::optional<std::vector<Apart>> memory_to_be_disjoint(const program::Program &program,
                                                        const ast::NodePtr &code, Extents &extents)
{
    std::vector<Apart> result;
    const bool is_plain = is_plain_for_threads(code);
    for (auto [one, two] : program.may_overlap) {
        if (!is_accessed(program, one) || !is_accessed(program, two))
            continue;
        const auto &first = extents.of(one), &second = extents.of(two);
        if (!first || !second || !can_read_pointer(program, one) || !can_read_pointer(program, two))
            return std::nullopt;
        const bool is_known =
            known_extent(one, extents) && known_extent(two, extents) && !first->front().rows;
        const bool are_one_place = is_plain && is_known && may_be_same(program, one, two);
        for (const Extent &here : *first)
            for (const Extent &there : *second)
                result.push_back({here, there, are_one_place});
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
        std::optional<Extent> written = known_extent(array, extents);
        if (!written || !can_read_pointer(program, array))
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
        const std::optional<Extent> read = known_extent(array, extents);
        const std::optional<Extent> written = known_extent(other, extents);
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
             const std::vector<ast::NodePtr> &code, const std::vector<ast::ExpressionPtr> &values,
             const ast::Intervals &numbers)
{
    isl::set checked = known_before(program).intersect(check.ranges);
    isl::set inside = checked.intersect(program.assumptions);
    if (inside.is_empty())
        return true;
    if (check.assumptions &&
        !ast::stays_within(limits(), check.assumptions, intervals(program, checked)))
        return false;
    ast::Intervals constants = intervals(program, inside);
    constants.insert(numbers.begin(), numbers.end());
    return std::ranges::all_of(code,
                               [&](const ast::NodePtr &part) {
                                   return ast::stays_within(limits(), part, constants);
                               }) &&
           std::ranges::all_of(values, [&](const ast::ExpressionPtr &value) {
               return ast::stays_within(limits(), value, constants);
           });
}

/// Whether the work can be computed without overflow whatever the symbolic constants are.
bool is_work_safe(const RuntimeCheck &check, const program::Program &program)
{
    std::vector<ast::ExpressionPtr> values;
    for (const auto *conditions : {&check.work, &check.least_work})
        for (const schedule::WorkCondition &condition : *conditions)
            for (const isl::pw_aff &factor : condition.factors)
                values.push_back(ast::value(factor, program::code_context(program)));
    if (values.empty())
        return true;
    const ast::Intervals constants = intervals(program, program::parameter_ranges(program));
    return std::ranges::all_of(values, [&](const ast::ExpressionPtr &value) {
        return ast::stays_within(limits(), value, constants);
    });
}

/// Pointers to the beginning and behind the end of a symbolic constant, as arguments.
std::string pointers(const program::Parameter &parameter)
{
    return fmt::format("&{0}, &{0} + 1",
                       parameter.reading ? parameter.reading->value : parameter.id.name());
}

/// The condition under which something is not read; empty if it always is.
/// \param read  { : ... }
std::string not_read(const isl::set &read, CPrinter &printer)
{
    const isl::set all = program::parameter_ranges(printer.program());
    const isl::set rest = all.subtract(read);
    return rest.is_empty() ? "" : printer.operand(ast::condition(rest.gist(all).coalesce(), all));
}

std::string not_read(const program::Parameter &parameter, CPrinter &printer)
{
    return parameter.reading ? not_read(parameter.reading->condition, printer) : "";
}

/// The condition under which the pointer to an array is not read; empty if it can be always.
std::string pointer_not_read(const Extent &extent, CPrinter &printer)
{
    const std::optional<isl::set> &read = printer.program().arrays[extent.array].pointer_read;
    return read ? not_read(*read, printer) : "";
}

/// One condition or the other, of which either may be empty: none.
std::string any_of(const std::string &one, const std::string &two)
{
    return one.empty() || one == two ? two : two.empty() ? one : one + " || " + two;
}

/// Whether the memory that data choose can be found by inspections that may be made, and is asked
/// about in a form that there is.
bool can_inspect(const program::Program &program, const Extents &extents,
                 const std::vector<Apart> &disjoint)
{
    std::vector<std::pair<std::size_t, std::size_t>> plain;
    for (const auto &[one, two, _] : disjoint) {
        const bool is_inspected = one.is_inspected() || two.is_inspected();
        if (is_inspected && (one.rows || two.rows))
            return false;
        if (!is_inspected)
            plain.emplace_back(one.array, two.array);
    }
    std::erase_if(plain, [&](const auto &pair) {
        return std::ranges::any_of(disjoint, [&](const auto &other) {
            return pair == std::pair(other.one.array, other.two.array) &&
                   (other.one.is_inspected() || other.two.is_inspected());
        });
    });
    return may_inspect(program, extents.inspections(), plain);
}

} // namespace

std::optional<RuntimeCheck> runtime_check(const program::Program &program, const ast::NodePtr &code,
                                          const std::vector<ast::ExpressionPtr> &values,
                                          const ast::Intervals &numbers)
{
    Extents extents(program);
    auto disjoint = memory_to_be_disjoint(program, code, extents);
    auto unchanged = memory_without_constants(program, extents);
    auto kept_pointers = memory_without_pointers(program, extents);
    if (!disjoint || !unchanged || !kept_pointers || !can_inspect(program, extents, *disjoint))
        return std::nullopt;
    std::vector<ast::ExpressionPtr> all = values;
    auto add = [&](const Extent &extent) {
        for (const ast::ExpressionPtr &row : {extent.begin, extent.end})
            if (row)
                all.push_back(row);
    };
    for (const Apart &pair : *disjoint) {
        add(pair.one);
        add(pair.two);
    }
    for (const auto *pairs : {&*unchanged, &*kept_pointers})
        for (const auto &[position, memory] : *pairs)
            add(memory);
    std::vector<ast::NodePtr> all_code = {code};
    for (const TouchedRows &rows : extents.rows)
        all_code.push_back(rows.visit);
    for (unsigned bits : widths) {
        RuntimeCheck check = check_within(program, constants_up_to(program, bits));
        if (is_safe(check, program, all_code, all, numbers)) {
            const isl::set known =
                known_before(program).intersect(check.ranges).intersect(program.assumptions);
            if (!known.is_subset(extents.inspectable()))
                check.inspectable =
                    ast::condition(extents.inspectable().gist(known).coalesce(), known);
            check.rows = std::move(extents.rows);
            check.inspections = extents.inspections();
            check.disjoint = std::move(*disjoint);
            check.unchanged = std::move(*unchanged);
            check.kept_pointers = std::move(*kept_pointers);
            return check;
        }
    }
    throw Error(Fault::input, DiagnosticKind::impossible_code,
                "the code would compute with numbers that do not fit into 64 bits");
}

std::set<std::size_t> arrays_in_one_place(const RuntimeCheck &check)
{
    std::set<std::size_t> result;
    for (const Apart &pair : check.disjoint)
        if (pair.may_be_same)
            result.insert({pair.one.array, pair.two.array});
    return result;
}

bool depends_on_constants(const RuntimeCheck &check, const program::Program &program)
{
    return check.assumptions || check.inspectable || !check.work.empty() ||
           !check.least_work.empty() || !known_before(program).is_subset(check.ranges);
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
    auto add_work = [&] {
        if (!check.work.empty()) {
            std::string enough = enough_work(printer, check.work);
            const bool is_choice = enough.find("||") != std::string::npos;
            add(std::move(enough), is_choice);
        }
        for (const schedule::WorkCondition &condition : check.least_work)
            add(enough_work(printer, {condition}), false);
    };
    // Where there is little to do, one condition is to tell that.
    const bool is_work_first = is_work_safe(check, program);
    if (is_work_first)
        add_work();
    isl::set before = known_before(program);
    if (!before.is_subset(check.ranges))
        add_expression(ast::condition(check.ranges.gist(before).coalesce(), before));
    if (check.assumptions)
        add_expression(check.assumptions);
    if (check.inspectable)
        add_expression(check.inspectable);
    if (!is_work_first)
        add_work();
    auto add_disjoint = [&](const std::string &helper, const std::string &unless,
                            const std::string &one, const std::string &two) {
        printer.use(Helper::disjoint);
        auto is_apart = [&](const std::string &first, const std::string &second) {
            const std::string call = fmt::format("{}({}, {})", helper, first, second);
            return unless.empty() ? call : fmt::format("({} || {})", unless, call);
        };
        if (std::ranges::find(conditions, is_apart(one, two)) == conditions.end() &&
            std::ranges::find(conditions, is_apart(two, one)) == conditions.end())
            add(is_apart(one, two), false);
    };
    for (const auto &[one, two, may_be_same] : check.disjoint) {
        if (one.rows || two.rows || one.is_inspected() || two.is_inspected())
            continue;
        if (may_be_same)
            printer.use(Helper::disjoint_or_same);
        add_disjoint(may_be_same ? names.disjoint_or_same : names.disjoint,
                     any_of(pointer_not_read(one, printer), pointer_not_read(two, printer)),
                     pointers(one, names, printer), pointers(two, names, printer));
    }
    for (const auto &[position, memory] : check.unchanged) {
        if (memory.rows)
            continue;
        const program::Parameter &parameter = program.parameters[position];
        add_disjoint(names.disjoint,
                     any_of(not_read(parameter, printer), pointer_not_read(memory, printer)),
                     pointers(parameter), pointers(memory, names, printer));
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
                                         pointers(memory, names, printer));
    };
    for (const auto &[one, two, _] : check.disjoint)
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

InspectionCheck inspection_check(const RuntimeCheck &check, const lowering::Names &names,
                                 CPrinter &printer)
{
    InspectionCheck result{check.inspections};
    for (const auto &[one, two, _] : check.disjoint) {
        if (!one.is_inspected() && !two.is_inspected())
            continue;
        printer.use(Helper::disjoint);
        for (const Extent &extent : {one, two})
            if (extent.is_inspected())
                result.chosen.push_back(extent);
        result.conditions.push_back(fmt::format("{}({}, {})", names.disjoint,
                                                pointers(one, names, printer),
                                                pointers(two, names, printer)));
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
