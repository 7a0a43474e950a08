#include "espalier/targets/c/extents.h"

#include "espalier/ast/expressions.h"
#include "espalier/ast/generator.h"
#include "espalier/transform/arrays.h"

#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/set.h>

#include <algorithm>

namespace espalier::targets {

namespace {

/// { A[a] }: the elements of an array that the accesses touch.
isl::set touched_elements(const program::Program &program, std::size_t array)
{
    std::optional<isl::set> result;
    for (const program::Statement &statement : program.statements)
        for (const program::Access &access : statement.accesses)
            if (transform::uses(access, array)) {
                isl::set range = access.relation.range();
                result = result ? result->unite(range) : range;
            }
    if (program.arrays[array].has_own_memory)
        return isl::manage(isl_set_lower_bound_si(result->release(), isl_dim_set, 0, 0));
    return *result;
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

std::string found(const program::InspectedTerm &term, const lowering::Names &names)
{
    return fmt::format("{}_{}{}", names.inspected, term.is_greatest ? "greatest" : "least",
                       term.inspection);
}

} // namespace

isl::set known_before(const program::Program &program)
{
    return program.context.intersect(program::parameter_ranges(program));
}

std::optional<Extent> extent(const program::Program &program, std::size_t array,
                             const isl::set &elements)
{
    const program::Array &info = program.arrays[array];
    auto count = static_cast<unsigned>(info.extents.size());
    isl::set rows = isl::manage(isl_set_project_out(elements.copy(), isl_dim_set, 1, count - 1));
    if (!isl_set_dim_is_bounded(rows.get(), isl_dim_set, 0))
        return std::nullopt;
    isl::set context = known_before(program).intersect(program.assumptions);
    auto row = [&](isl_pw_aff *(*bound)(isl_set *, int), long offset) {
        isl::pw_aff value = isl::manage(bound(rows.copy(), 0)).add_constant(offset).coalesce();
        ast::ExpressionPtr result = ast::value(program::as_extent(value), context);
        if (info.has_triangular_rows)
            return ast::triangle_number(result);
        const bool is_zero = result->op == ast::Operator::integer && result->text == "0";
        for (std::size_t k = 1; k < info.linear_dimensions && !is_zero; ++k)
            result = ast::apply(ast::Operator::multiply,
                                {result, ast::value(*info.extents[k], context)});
        return result;
    };
    return Extent{array, row(isl_set_dim_min, 0), row(isl_set_dim_max, 1)};
}

Extents::Extents(const program::Program &program)
    : program_(program), inspections_(program),
      inspectable_(isl::set::universe(program.context.space()))
{
}

const std::optional<std::vector<Extent>> &Extents::of(std::size_t array)
{
    auto known = found_.find(array);
    if (known == found_.end())
        known = found_.emplace(array, find(array)).first;
    return known->second;
}

std::optional<std::vector<Extent>> Extents::find(std::size_t array)
{
    auto as_list = [](std::optional<Extent> one) {
        return one ? std::optional(std::vector{std::move(*one)}) : std::nullopt;
    };
    if (program_.arrays[array].pointer_dimensions > 0)
        return as_list(behind_pointers(array));
    if (program_.arrays[array].extents.empty())
        return as_list(Extent{array});
    auto known = as_list(extent(program_, array, touched_elements(program_, array)));
    return known ? known : chosen_by_data(array);
}

std::optional<Extent> Extents::behind_pointers(std::size_t array)
{
    const std::string pointers = row_pointers(program_.arrays[array]);
    auto known = std::ranges::find_if(rows, [&](const TouchedRows &one) {
        return row_pointers(program_.arrays[one.array]) == pointers;
    });
    if (known == rows.end()) {
        auto touched =
            touched_rows(program_, array, known_before(program_).intersect(program_.assumptions));
        if (!touched)
            return std::nullopt;
        known = rows.insert(known, std::move(*touched));
    }
    return Extent{array, nullptr, nullptr, std::size_t(known - rows.begin())};
}

std::optional<std::vector<Extent>> Extents::chosen_by_data(std::size_t array)
{
    const auto ranges = inspections_.rows(array);
    if (!ranges)
        return std::nullopt;
    const isl::set context = known_before(program_).intersect(program_.assumptions);
    std::vector<Extent> result;
    auto is_there = [&](const program::InspectedBound &bound) {
        inspectable_ = inspectable_.intersect(bound.known.domain().params()).coalesce();
    };
    for (const program::InspectedRange &range : *ranges) {
        is_there(range.least);
        is_there(range.greatest);
        result.push_back({array, ast::value(range.least.known, context),
                          ast::value(range.greatest.known.add_constant(1), context), std::nullopt,
                          range.least.terms, range.greatest.terms});
    }
    for (const program::Inspection &inspection : inspections())
        for (const auto &bound : {inspection.elements.least, inspection.elements.greatest})
            is_there(bound);
    return result;
}

std::string pointers(const Extent &extent, const lowering::Names &names, CPrinter &printer)
{
    const program::Array &array = printer.program().arrays[extent.array];
    if (!extent.begin)
        return fmt::format("&{0}, &{0} + 1", array.spelling[0]);
    return fmt::format("{}, {}",
                       pointer(array, with_terms(extent.begin, extent.begin_terms, names), printer),
                       pointer(array, with_terms(extent.end, extent.end_terms, names), printer));
}

ast::ExpressionPtr with_terms(ast::ExpressionPtr known,
                              const std::vector<program::InspectedTerm> &terms,
                              const lowering::Names &names)
{
    for (const program::InspectedTerm &term : terms) {
        ast::ExpressionPtr value = ast::name(found(term, names));
        if (term.factor != 1)
            value = ast::apply(ast::Operator::multiply, {ast::integer(term.factor), value});
        const bool is_zero = known->op == ast::Operator::integer && known->text == "0";
        known = is_zero ? value : ast::apply(ast::Operator::add, {value, known});
    }
    return known;
}

} // namespace espalier::targets
