#include "espalier/codegen/c/region_code.h"

#include "espalier/ast/generator.h"
#include "espalier/ast/invariants.h"
#include "espalier/codegen/c/buffer_scopes.h"
#include "espalier/codegen/c/innermost_guards.h"
#include "espalier/transform/arrays.h"

#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/set.h>

#include <algorithm>

namespace espalier::codegen {

namespace {

/// The memory that a region may touch of an array: pointers to its first row and past its last one.
struct Extent {
    std::string begin, end;
};

/// { : n >= 0 }.
isl::set non_negative(const isl::id &parameter)
{
    isl::space space = isl::space::unit(parameter.ctx()).add_param(parameter);
    return isl::set(space.param_aff_on_domain(parameter).ge_set(space.zero_aff_on_domain()));
}

const ast::NodePtr &without_marks(const ast::NodePtr &node)
{
    const auto *mark = std::get_if<ast::Mark>(&node->node);
    return mark ? without_marks(mark->body) : node;
}

/// `text` with all its lines but the first moved right by `unit`; those that continue one with a
/// backslash stay where they are.
std::string indented(const std::string &text, const std::string &unit)
{
    std::string result;
    for (std::size_t k = 0; k < text.size(); ++k) {
        result += text[k];
        bool is_blank = k + 1 < text.size() && (text[k + 1] == '\n' || text[k + 1] == '\r');
        std::size_t last = text.find_last_not_of("\r\n", k);
        bool continues = last != std::string::npos && text[last] == '\\';
        if (text[k] == '\n' && !is_blank && !continues)
            result += unit;
    }
    return result;
}

/// Whether an array is one to work on with vectors, of which none is to straddle two lines of a
/// cache.
bool is_large(const program::Array &array)
{
    constexpr long least = 64, most = 1L << 30;
    long elements = 1;
    return std::ranges::all_of(array.extents,
                               [&](const std::optional<isl::pw_aff> &extent) {
                                   std::optional<long> count =
                                       program::constant_extent(extent, most / elements);
                                   elements *= std::max(count.value_or(1), 1L);
                                   return count.has_value();
                               }) &&
           elements >= least;
}

class RegionGenerator {
public:
    RegionGenerator(const program::Program &program, const CpuPlan &plan, const RegionStyle &style)
        : program_(program), plan_(with_buffer_scopes(program, plan)), style_(style),
          printer_(program, style.names, plan_.parallel_loops)
    {
        unit_ = style.indentation.find('\t') != std::string::npos ? "\t" : "    ";
    }

    std::optional<RegionCode> generate();

private:
    std::optional<std::string> check();
    bool is_accessed(std::size_t array) const;
    bool is_in(const ast::Node &code, std::size_t array) const
    {
        return is_accessed(array) && printer_.uses(code, array);
    }
    std::optional<Extent> extent(std::size_t array);
    std::string declarations(const ast::Node &code, const std::string &indentation, bool for_later);
    std::string declaration(const program::Array &array);
    std::string unused_variables(const ast::Node &code, const std::string &indentation) const;
    bool is_buffer(std::size_t array) const;
    void declare_buffers();

    const program::Program &program_;
    CpuPlan plan_;
    const RegionStyle &style_;
    CPrinter printer_;
    std::string unit_;
};

/// Whether the code touches the memory of an array, which kills alone do not.
bool RegionGenerator::is_accessed(std::size_t array) const
{
    for (const program::Statement &statement : program_.statements)
        for (const program::Access &access : statement.accesses)
            if (access.array == array && access.kind != program::AccessKind::kill &&
                !access.relation.is_empty())
                return true;
    return false;
}

/// Pointers around all that the accesses to an array touch, by its outermost subscript.
/// Precondition: is_accessed(array)
std::optional<Extent> RegionGenerator::extent(std::size_t array)
{
    const program::Array &info = program_.arrays[array];
    if (info.extents.empty())
        return Extent{"&" + info.spelling[0], fmt::format("&{} + 1", info.spelling[0])};
    std::optional<isl::set> touched;
    for (const program::Statement &statement : program_.statements)
        for (const program::Access &access : statement.accesses)
            if (access.array == array && access.kind != program::AccessKind::kill) {
                isl::set range = access.relation.range();
                touched = touched ? touched->unite(range) : range;
            }
    auto count = static_cast<unsigned>(info.extents.size());
    isl::set rows = isl::manage(isl_set_project_out(touched->copy(), isl_dim_set, 1, count - 1));
    if (!isl_set_dim_is_bounded(rows.get(), isl_dim_set, 0))
        return std::nullopt;
    isl::set context = program_.context.intersect(program_.assumptions);
    auto row = [&](isl_pw_aff *(*bound)(isl_set *, int), long offset) {
        isl::pw_aff value = isl::manage(bound(rows.copy(), 0)).add_constant(offset).coalesce();
        std::string text = printer_.operand(ast::value(transform::as_extent(value), context));
        return text == "0" ? info.spelling[0] : fmt::format("{} + {}", info.spelling[0], text);
    };
    return Extent{row(isl_set_dim_min, 0), row(isl_set_dim_max, 1)};
}

/// The condition for running the new code; empty if it may always run, nothing if it is unknown.
std::optional<std::string> RegionGenerator::check()
{
    std::vector<std::string> conditions;
    isl::set possible = program_.context.intersect(parameter_ranges(program_));
    if (!possible.is_subset(program_.assumptions)) {
        isl::set needed = program_.assumptions.gist(possible).coalesce();
        conditions.push_back(printer_.expression(ast::condition(needed, program_.context)));
        if (conditions.back().find("||") != std::string::npos)
            conditions.back() = "(" + conditions.back() + ")";
    }
    for (auto [one, two] : program_.may_overlap) {
        if (!is_accessed(one) || !is_accessed(two))
            continue;
        auto first = extent(one), second = extent(two);
        if (!first || !second)
            return std::nullopt;
        printer_.use(Helper::disjoint);
        std::string call = fmt::format("{}({}, {}, {}, {})", style_.names.disjoint, first->begin,
                                       first->end, second->begin, second->end);
        if (std::find(conditions.begin(), conditions.end(), call) == conditions.end())
            conditions.push_back(call);
    }
    return fmt::format("{}", fmt::join(conditions, " && "));
}

/// The declaration of an array without its semicolon; empty if it is not declared in the region.
/// No extent is less than 1 where the code runs, as C has it.
std::string RegionGenerator::declaration(const program::Array &array)
{
    if (!array.is_declared_by_extents)
        return array.declaration;
    std::string text = fmt::format("{} {}", array.element_type, array.spelling.front());
    isl::set context = code_context(program_);
    for (const std::optional<isl::pw_aff> &extent : array.extents) {
        isl::pw_aff one(extent->space().domain().zero_aff_on_domain().add_constant(1));
        bool is_positive = context.is_subset(extent->ge_set(one).params());
        isl::pw_aff size = is_positive
                               ? *extent
                               : isl::manage(isl_pw_aff_union_max(extent->copy(), one.release()));
        text += fmt::format("[{}]", printer_.expression(ast::value(size, context)));
    }
    return is_large(array) ? text + " __attribute__((aligned(64)))" : text;
}

/// Declarations of the region's own variables: those that are used after it, or the others.
std::string RegionGenerator::declarations(const ast::Node &code, const std::string &indentation,
                                          bool for_later)
{
    std::string text;
    std::set<std::string> done;
    for (std::size_t number = 0; number < program_.arrays.size(); ++number) {
        const program::Array &array = program_.arrays[number];
        bool is_needed = !is_buffer(number) && (!array.is_local || is_in(code, number));
        std::string own = is_needed ? declaration(array) : "";
        if (!own.empty() && array.is_local != for_later && done.insert(own).second)
            text += fmt::format("{}{}{};\n", indentation, own,
                                array.extents.empty() && array.is_local ? " = 0" : "");
    }
    return text;
}

/// Uses of the variables declared before the region, and used nowhere else, for which the code has
/// others: compilers would warn of them.
std::string RegionGenerator::unused_variables(const ast::Node &code,
                                              const std::string &indentation) const
{
    std::set<std::string> unused(style_.loop_variables.begin(), style_.loop_variables.end());
    for (std::size_t number = 0; number < program_.arrays.size(); ++number) {
        const program::Array &array = program_.arrays[number];
        bool is_outside = array.declaration.empty() && !array.is_declared_by_extents;
        if (is_outside && array.is_local && array.has_own_memory && !is_in(code, number))
            unused.insert(array.spelling.front());
        else
            unused.erase(array.spelling.front());
    }
    std::string text;
    for (const std::string &variable : unused)
        text += fmt::format("{}(void){};\n", indentation, variable);
    return text;
}

/// Whether an array is declared in the loops that use it.
bool RegionGenerator::is_buffer(std::size_t array) const
{
    return std::ranges::any_of(plan_.buffers, [&](const auto &buffers) {
        return std::ranges::find(buffers.second, array) != buffers.second.end();
    });
}

void RegionGenerator::declare_buffers()
{
    for (const auto &[mark, arrays] : plan_.buffers)
        for (std::size_t array : arrays)
            printer_.declare(mark, array, declaration(program_.arrays[array]));
}

std::optional<RegionCode> RegionGenerator::generate()
{
    std::optional<std::string> condition = check();
    if (!condition)
        return std::nullopt;
    declare_buffers();
    ast::NodePtr ast = ast::with_invariants_hoisted(
        loops(program_, plan_, style_.names.iterator_prefix), style_.names.value_prefix);
    const std::string &indentation = style_.indentation;
    std::string outer = declarations(*ast, indentation, true);
    std::string inner = declarations(*ast, indentation + unit_, false);
    if (condition->empty())
        inner += unused_variables(*ast, indentation + unit_);
    // Braces keep an `if` from taking the `else` of one around the region.
    bool is_loop = std::holds_alternative<ast::For>(without_marks(ast)->node) && inner.empty();

    std::string text = outer;
    if (condition->empty() && is_loop) {
        text += printer_.print(ast, indentation, unit_);
    } else {
        text +=
            indentation + (condition->empty() ? "{\n" : fmt::format("if ({}) {{\n", *condition));
        text += inner + printer_.print(ast, indentation + unit_, unit_);
        if (condition->empty())
            text += indentation + "}\n";
        else
            text += fmt::format("{0}}} else {{\n{0}{1}{2}\n{0}}}\n", indentation, unit_,
                                indented(style_.original, unit_));
    }
    text.pop_back();
    text.erase(0, indentation.size());
    std::vector<std::string> definitions = plan_.definitions;
    std::ranges::copy(printer_.definitions(), std::back_inserter(definitions));
    return RegionCode{text,
                      ast,
                      printer_.used_helpers(),
                      std::move(definitions),
                      *condition,
                      describe_innermost_guards(ast, printer_)};
}

} // namespace

isl::set code_context(const program::Program &program)
{
    isl::set result = program.context.intersect(program.assumptions);
    for (const program::Parameter &parameter : program.parameters)
        if (parameter.least.is_zero())
            result = result.intersect(non_negative(parameter.id));
    return result;
}

ast::NodePtr loops(const program::Program &program, const CpuPlan &plan,
                   const std::string &iterator_prefix)
{
    ast::Request request;
    request.context = code_context(program);
    request.iterator_prefix = iterator_prefix;
    for (const auto &[mark, arrays] : plan.buffers)
        request.whole.insert(mark);
    for (const program::Statement &statement : program.statements)
        if (!statement.is_kill())
            request.expressions[statement.name()] = requested_expressions(statement);
    return ast::generate(plan.tree, request);
}

std::optional<RegionCode> generate_region(const program::Program &program, const CpuPlan &plan,
                                          const RegionStyle &style)
{
    return RegionGenerator(program, plan, style).generate();
}

} // namespace espalier::codegen
