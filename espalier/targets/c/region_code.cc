#include "espalier/targets/c/region_code.h"

#include "espalier/ast/generator.h"
#include "espalier/ast/invariants.h"
#include "espalier/base/words.h"
#include "espalier/lowering/loops.h"
#include "espalier/lowering/target_code.h"
#include "espalier/schedule/loops.h"
#include "espalier/targets/c/indentation.h"
#include "espalier/targets/c/innermost_guards.h"
#include "espalier/targets/c/memory_warnings.h"
#include "espalier/targets/c/region_function.h"
#include "espalier/targets/c/runtime_check.h"
#include "espalier/targets/c/thread_memory.h"

#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/set.h>

#include <algorithm>

namespace espalier::targets {

namespace {

const ast::NodePtr &without_marks(const ast::NodePtr &node)
{
    const auto *mark = std::get_if<ast::Mark>(&node->node);
    return mark ? without_marks(mark->body) : node;
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
    RegionGenerator(const lowering::LoweredPlan &plan, const RegionStyle &style)
        : plan_(plan), program_(style.without_device ? *style.without_device : plan_.program),
          style_(style), printer_(program_, style.names, style.target),
          memory_(plan_, style.names, printer_)
    {
        unit_ = style.indentation.find('\t') != std::string::npos ? "\t" : "    ";
    }

    std::optional<RegionCode> generate();

private:
    std::vector<ast::ExpressionPtr> values_beside_code() const;
    std::vector<schedule::WorkCondition> work_for_threads() const;
    void leave_out_conditions(const std::vector<schedule::WorkCondition> &work);
    ast::ExpressionPtr condition_of(const program::PointerResult::Case &one) const;
    std::string pointer_results(const std::string &indentation);
    bool is_in(const ast::Node &code, std::size_t array) const
    {
        return is_accessed(program_, array) && lowering::uses(program_, code, array);
    }
    std::string declarations(const ast::Node &code, const std::string &indentation, bool for_later);
    std::string declaration(const program::Array &array);
    std::string unused_names(const std::string &code, const std::string &indentation) const;
    std::string fallback() const;
    std::string block(const std::string &declarations, std::string code,
                      const std::string &condition, const std::string &old_code) const;
    std::string condition_for(RuntimeCheck check, const std::string &code);
    std::string rows_variable() const;
    std::string row_code(const RuntimeCheck &check, const std::string &condition);
    std::string inspection_code(const RuntimeCheck &check, const std::string &condition);
    std::string described(const RuntimeCheck &check, const std::string &condition) const;
    std::string constants_in_memory(const std::string &code, const std::string &indentation);
    std::optional<RegionFunction> own_function(const std::string &inner, const std::string &code,
                                               const RuntimeCheck &check) const;
    bool is_buffer(std::size_t array) const;
    bool is_allocated(std::size_t array) const;
    void declare_buffers();

    lowering::LoweredPlan plan_;
    const program::Program &program_; ///< of the plan, as far as the host knows it
    const RegionStyle &style_;
    CPrinter printer_;
    ThreadMemory memory_;
    std::string unit_;
};

/// The declaration of an array without its semicolon; empty if it is not declared in the region.
std::string RegionGenerator::declaration(const program::Array &array)
{
    if (!array.is_declared_by_extents)
        return array.declaration;
    std::string text = array_type(array, printer_, array.spelling.front());
    return is_large(array) ? text + " __attribute__((aligned(64)))" : text;
}

/// What is computed for declarations, and to decide whether threads have enough to do.
std::vector<ast::ExpressionPtr> RegionGenerator::values_beside_code() const
{
    std::vector<ast::ExpressionPtr> result;
    auto add_factors = [&](const schedule::WorkCondition &condition) {
        for (const isl::pw_aff &factor : condition.factors)
            result.push_back(ast::value(factor, program::code_context(program_)));
    };
    for (const program::Array &array : program_.arrays)
        if (array.is_declared_by_extents)
            std::ranges::copy(lengths(program_, array), std::back_inserter(result));
    for (const schedule::Loop &loop : schedule::loops_with_roles(plan_.tree))
        if (loop.role()->condition)
            add_factors(*loop.role()->condition);
    for (const schedule::WorkCondition &condition : style_.least_work)
        add_factors(condition);
    for (const program::PointerResult &pointer : style_.pointer_results)
        for (const program::PointerResult::Case &one : pointer.cases) {
            result.push_back(condition_of(one));
            result.push_back(ast::value(one.offset, program::code_context(program_)));
        }
    return result;
}

/// The work of the parallel loops, of which there has to be enough for new code to be of use; empty
/// if there always is, or the code is to run all the same.
std::vector<schedule::WorkCondition> RegionGenerator::work_for_threads() const
{
    std::vector<schedule::WorkCondition> result;
    for (const schedule::Loop &loop : schedule::loops_with_roles(plan_.tree)) {
        if (loop.role()->kind != schedule::LoopKind::parallel)
            continue;
        if (!style_.runs_original_if_too_little || !loop.role()->condition)
            return {};
        result.push_back(*loop.role()->condition);
    }
    return result;
}

/// What holds where the code runs needs no condition at its only parallel loop.
void RegionGenerator::leave_out_conditions(const std::vector<schedule::WorkCondition> &work)
{
    if (work.size() != 1)
        return;
    plan_.tree = schedule::with_roles(plan_.tree, [](const schedule::Loop &loop) {
        schedule::LoopRole role = *loop.role();
        role.condition.reset();
        return schedule::loop_role(std::move(role));
    });
}

ast::ExpressionPtr RegionGenerator::condition_of(const program::PointerResult::Case &one) const
{
    const isl::set context = program::code_context(program_);
    return ast::condition(one.condition.gist(context).coalesce(), context);
}

/// Gives pointers what the region leaves in them.
std::string RegionGenerator::pointer_results(const std::string &indentation)
{
    std::string values, assignments;
    for (const program::PointerResult &pointer : style_.pointer_results) {
        std::string value;
        for (const program::PointerResult::Case &one : pointer.cases) {
            const ast::ExpressionPtr offset =
                ast::value(one.offset, program::code_context(program_));
            std::string place = one.base;
            if (offset->op != ast::Operator::integer || offset->text != "0")
                place += fmt::format(" + ({})", printer_.expression(offset));
            const bool is_last = &one == &pointer.cases.back();
            value += is_last
                         ? place
                         : fmt::format("{} ? {} : ", printer_.expression(condition_of(one)), place);
        }
        values += fmt::format("{}{} = {};\n", indentation, pointer.declaration, value);
        assignments += fmt::format("{}{} = {};\n", indentation, pointer.name, pointer.temporary);
    }
    return values + assignments;
}

/// Declarations of the region's own variables: those that are used after it, or the others. Of
/// those that code only writes compilers would warn.
std::string RegionGenerator::declarations(const ast::Node &code, const std::string &indentation,
                                          bool for_later)
{
    std::string text;
    std::set<std::string> done;
    for (std::size_t number = 0; number < program_.arrays.size(); ++number) {
        const program::Array &array = program_.arrays[number];
        bool is_needed = !is_buffer(number) && (!array.is_local || is_in(code, number));
        std::string own = !is_needed             ? ""
                          : is_allocated(number) ? printer_.declaration(number)
                                                 : declaration(array);
        if (own.empty() || array.is_local == for_later || !done.insert(own).second)
            continue;
        text += fmt::format("{}{}{};\n", indentation, own,
                            array.extents.empty() && array.is_local ? " = 0" : "");
        if (array.is_local && !lowering::reads(program_, code, number))
            text += fmt::format("{}(void){};\n", indentation, array.spelling.front());
    }
    return text;
}

/// Uses of what is declared before the region, and used nowhere else, that the code does without:
/// compilers would warn of that.
std::string RegionGenerator::unused_names(const std::string &code,
                                          const std::string &indentation) const
{
    std::set<std::string> hidden;
    for (const program::Statement &statement : program_.statements)
        if (!statement.is_kill())
            program::add_local_names(*statement.body, hidden);
    std::string text;
    for (const std::string &name : style_.own_names)
        if (!contains_word(code, name) || hidden.contains(name))
            text += fmt::format("{}(void){};\n", indentation, name);
    return text;
}

/// Whether an array is declared in the loops that use it.
bool RegionGenerator::is_buffer(std::size_t array) const
{
    return std::ranges::any_of(plan_.buffers, [&](const auto &buffers) {
        return std::ranges::find(buffers.second, array) != buffers.second.end();
    });
}

/// Whether an array is in memory that is allocated in front of the region.
bool RegionGenerator::is_allocated(std::size_t array) const
{
    return std::ranges::find(plan_.allocated, array) != plan_.allocated.end();
}

void RegionGenerator::declare_buffers()
{
    for (const auto &[mark, arrays] : plan_.buffers)
        for (std::size_t array : arrays)
            printer_.declare(array, declaration(program_.arrays[array]));
    memory_.declare();
}

/// A check in C, without the ranges of symbolic constants that neither it nor the code computes
/// with, nor what those in memory are read by: some may not even have a value yet.
std::string RegionGenerator::condition_for(RuntimeCheck check, const std::string &code)
{
    const isl::set ranges = check.ranges;
    check.ranges = isl::set::universe(ranges.space());
    std::string others = print(check, program_, style_.names, printer_) + code;
    others += constants_in_memory(others, "");
    check.ranges = ranges;
    for (const program::Parameter &parameter : program_.parameters)
        if (!contains_word(others, parameter.id.name()))
            check.ranges = isl::manage(
                isl_set_project_out_param_id(check.ranges.release(), parameter.id.copy()));
    return print(check, program_, style_.names, printer_);
}

/// The variable that says whether rows behind pointers are as the code needs them.
std::string RegionGenerator::rows_variable() const { return style_.names.rows + "_found"; }

/// What finds that out where a condition holds; empty if there are no such rows.
std::string RegionGenerator::row_code(const RuntimeCheck &check, const std::string &condition)
{
    const RowCheck rows = row_check(check, style_.names, printer_);
    return rows.is_empty() ? ""
                           : print(rows, rows_variable(), condition, style_.names, printer_,
                                   style_.indentation + unit_, unit_);
}

/// What finds out where elements are that data choose, where a condition holds; empty if there are
/// none to be checked.
std::string RegionGenerator::inspection_code(const RuntimeCheck &check,
                                             const std::string &condition)
{
    InspectionCheck inspections = inspection_check(check, style_.names, printer_);
    inspections.shared_elements = style_.shared_inspections;
    inspections.is_kept = style_.is_in_steady_loop;
    return inspections.is_empty()
               ? ""
               : print(inspections, style_.names.inspected, condition, style_.names, printer_,
                       style_.indentation + unit_, unit_);
}

/// A check for people, of which one part is in C.
std::string RegionGenerator::described(const RuntimeCheck &check,
                                       const std::string &condition) const
{
    std::vector<std::string> conditions;
    if (!condition.empty())
        conditions.push_back(condition);
    std::vector<std::string> pointers;
    for (const TouchedRows &rows : check.rows)
        pointers.push_back(row_pointers(program_.arrays[rows.array]));
    if (!pointers.empty())
        conditions.push_back(fmt::format("nothing overlaps rows of {}", fmt::join(pointers, ", ")));
    std::set<std::string> chosen;
    for (const auto &pair : check.disjoint)
        for (const Extent &extent : {pair.one, pair.two})
            if (extent.is_inspected())
                chosen.insert(program_.arrays[extent.array].spelling.front());
    if (!chosen.empty())
        conditions.push_back(
            fmt::format("nothing overlaps the elements of {} that data choose, by an inspection",
                        fmt::join(chosen, ", ")));
    return fmt::format("{}", fmt::join(conditions, " && "));
}

/// Declarations of the symbolic constants in memory that code names, with what they are read from.
std::string RegionGenerator::constants_in_memory(const std::string &code,
                                                 const std::string &indentation)
{
    std::string text;
    for (auto constant = program_.parameters.rbegin(); constant != program_.parameters.rend();
         ++constant) {
        const std::string name = constant->id.name();
        if (!constant->reading || !(contains_word(code, name) || contains_word(text, name)))
            continue;
        const isl::set all = program::parameter_ranges(program_);
        const std::string value =
            all.is_subset(constant->reading->condition)
                ? constant->reading->value
                : fmt::format("{} ? {} : 0",
                              printer_.expression(ast::condition(
                                  constant->reading->condition.gist(all).coalesce(), all)),
                              constant->reading->value);
        text =
            fmt::format("{}const {} {} = {};\n", indentation, constant->type, name, value) + text;
    }
    return text;
}

/// The lines that run where the check fails.
std::string RegionGenerator::fallback() const
{
    return style_.indentation + unit_ + indented(style_.original, unit_) + "\n";
}

/// The code in braces, where a condition holds, and else the old code.
std::string RegionGenerator::block(const std::string &declarations, std::string code,
                                   const std::string &condition, const std::string &old_code) const
{
    const std::string &indentation = style_.indentation;
    std::string text =
        indentation + (condition.empty() ? "{\n" : fmt::format("if ({}) {{\n", condition));
    text += declarations;
    if (!code.empty()) {
        code.pop_back();
        text += unit_ + indented(code, unit_) + "\n";
    }
    if (!condition.empty())
        text += indentation + "} else {\n" + old_code;
    return text + indentation + "}\n";
}

/// Code, and declarations one unit right of it, in a function of its own.
/// \return nothing where there can be no such function
std::optional<RegionFunction> RegionGenerator::own_function(const std::string &inner,
                                                            const std::string &code,
                                                            const RuntimeCheck &check) const
{
    if (!style_.outside)
        return std::nullopt;
    const std::string body =
        moved(inner, style_.indentation + unit_, unit_) + moved(code, style_.indentation, unit_);
    std::vector<program::OutsideVariable> outside =
        outside_of(program_, *style_.outside, body, arrays_in_one_place(check));
    outside.push_back({memory_.name(), fmt::format("char *{}", memory_.name())});
    return region_function(style_.function, body, unit_, outside);
}

std::optional<RegionCode> RegionGenerator::generate()
{
    const std::vector<ast::ExpressionPtr> values = values_beside_code();
    const std::vector<schedule::WorkCondition> work = work_for_threads();
    leave_out_conditions(work);
    // A device has other variables than the host.
    const ast::NodePtr ast =
        style_.device
            ? style_.device_loops
            : ast::with_invariants_hoisted(lowering::loops(plan_, style_.names.iterator_prefix),
                                           style_.names.value_prefix);
    std::optional<RuntimeCheck> check =
        runtime_check(program_, ast, values, style_.device_parts.numbers);
    if (!check)
        return std::nullopt;
    if (style_.device) // which has memory of its own for each array
        for (Apart &pair : check->disjoint)
            pair.may_be_same = false;
    check->work = work;
    check->least_work = style_.least_work;
    declare_buffers();
    const std::unique_ptr<DeviceCode> device = style_.device ? style_.device(printer_) : nullptr;
    if (device)
        printer_.launch_by(*device);
    const std::string &indentation = style_.indentation;
    std::string outer = declarations(*ast, indentation, true);
    // Where a device runs all statements, it has what is local to them.
    std::string inner = device ? "" : declarations(*ast, indentation + unit_, false);
    const lowering::CodePtr target_code =
        lowering::target_code(plan_.program, ast, style_.names,
                              {.buffers = plan_.buffers,
                               .device = style_.device_parts,
                               .shares_rounding = style_.shares_rounding,
                               .narrow_vector = style_.narrow_vector,
                               .has_code_for_one_thread = !style_.runs_original_if_too_little});
    std::string code = printer_.print(target_code, indentation, unit_);
    if (device)
        code += device->end(indentation);
    const std::string results = pointer_results(indentation);
    code += results;
    inner = memory_.size(indentation + unit_) + inner;
    const std::string rows = row_code(*check, ""), inspections = inspection_code(*check, "");
    const std::string first_check = condition_for(*check, inner + code + rows + inspections);
    const std::string before_inspections = rows.empty() ? first_check : rows_variable();
    const std::string check_text =
        inspections.empty() ? before_inspections : style_.names.inspected;
    const std::string condition = device               ? device->is_on_device()
                                  : memory_.is_empty() ? check_text
                                                       : memory_.name();
    const std::string constants =
        constants_in_memory(first_check + rows + inspections + inner + code, indentation + unit_);
    if (condition.empty())
        inner += unused_names(outer + constants + inner + code, indentation + unit_);
    // Braces keep an `if` from taking the `else` of one around the region.
    bool is_loop = std::holds_alternative<ast::For>(without_marks(ast)->node) && inner.empty() &&
                   results.empty();

    const bool leaves_arrays = may_leave_arrays(program_, ast, program::code_context(program_));
    std::string old_code = fallback();
    if (!leaves_arrays && depends_on_constants(*check, program_) &&
        (has_watched_memory(program_) || calls_memory_functions(style_.original)))
        old_code = without_memory_warnings(old_code, indentation + unit_);

    std::string text = code, function;
    const bool is_for_large_sizes = !(work.empty() && check->least_work.empty());
    const bool is_faster_apart = style_.outside && reads_constants_again(program_, *style_.outside);
    if (auto own =
            !device && (is_for_large_sizes || is_faster_apart) && outer.empty() && results.empty()
                ? own_function(inner, code, *check)
                : std::nullopt) {
        function = leaves_arrays ? without_memory_warnings(own->definition, "") : own->definition;
        text = block("", moved(own->call, "", indentation), condition, old_code);
    } else if (!condition.empty() || !is_loop)
        text = block(inner, code, condition, old_code);
    if (!memory_.is_empty())
        text = block(memory_.allocation(check_text, indentation + unit_),
                     text + memory_.release(indentation), "", "");
    if (device)
        text = block(device->begin(check_text, indentation + unit_, unit_), text, "", "");
    if (!inspections.empty())
        text = block(inspection_code(*check, before_inspections), text, "", "");
    if (!rows.empty())
        text = block(row_code(*check, first_check), text, "", "");
    if (!constants.empty())
        text = block(constants, std::move(text), "", "");
    text = outer + text;
    if (leaves_arrays)
        text = without_memory_warnings(text, indentation);
    text.pop_back();
    text.erase(0, indentation.size());
    std::vector<std::string> definitions = plan_.definitions;
    std::ranges::copy(printer_.definitions(), std::back_inserter(definitions));
    return RegionCode{text,
                      ast,
                      target_code,
                      printer_.used_helpers(),
                      std::move(definitions),
                      std::move(function),
                      memory_.with_check(described(*check, first_check)),
                      describe_thread_arrays(plan_, printer_),
                      describe_innermost_guards(ast, printer_),
                      device ? device->kernels() : Kernels()};
}

} // namespace

std::optional<RegionCode> generate_region(const lowering::LoweredPlan &plan,
                                          const RegionStyle &style)
{
    return RegionGenerator(plan, style).generate();
}

} // namespace espalier::targets
