#include "espalier/lowering/vector_loops.h"

#include "espalier/lowering/column_steps.h"
#include "espalier/program/arithmetic.h"

#include <algorithm>
#include <map>

namespace espalier::lowering {

namespace {

using ast::ExpressionPtr;
using Result = Compute::Result;

/// Bytes of the vectors: transposing wider ones takes more time than it saves.
constexpr long vector_bytes = 32;

/// For each lane, the position in two vectors, one behind the other, of what comes there when they
/// exchange blocks of a size.
std::vector<std::size_t> exchanged(std::size_t count, std::size_t size, bool is_second)
{
    std::vector<std::size_t> result;
    for (std::size_t lane = 0; lane < count; ++lane) {
        const std::size_t from = is_second ? lane | size : lane & ~size;
        result.push_back((lane & size) != 0 ? count + from : from);
    }
    return result;
}

/// Whether a sum is in another element than those of the steps before.
bool has_own_element(const std::vector<ColumnStep> &steps, std::size_t number)
{
    const Element &own = steps[number].updated();
    return std::all_of(steps.begin(), steps.begin() + long(number), [&](const ColumnStep &before) {
        return !before.is_sum || before.updated().array != own.array ||
               differ(before.updated(), own);
    });
}

/// Groups sums of one statement in different rows, and notes the group of each.
/// \return nothing if there is none, some have fewer sums than lanes, or two are one
std::optional<std::vector<VectorLoop::Sums>> groups_of(const std::vector<ColumnStep> &steps,
                                                       long lanes, Temporaries &names,
                                                       std::vector<std::size_t> &group_of)
{
    std::vector<VectorLoop::Sums> result;
    std::map<const program::Statement *, std::size_t> open;
    for (std::size_t k = 0; k < steps.size(); ++k) {
        if (!steps[k].is_sum)
            continue;
        if (!has_own_element(steps, k))
            return std::nullopt;
        auto [group, is_new] = open.try_emplace(steps[k].statement, result.size());
        if (is_new)
            result.push_back({names.next(), {}});
        std::vector<Element> &targets = result[group->second].targets;
        group_of.push_back(group->second);
        targets.push_back(steps[k].updated());
        if (long(targets.size()) == lanes)
            open.erase(group);
    }
    return open.empty() && !result.empty() ? std::optional(std::move(result)) : std::nullopt;
}

/// Writes what vectors do for the steps, in their order. Elements are loaded once, and stored when
/// all is done, or before an element is used that may be the same.
class VectorBody {
public:
    VectorBody(const std::string &column, long lanes, Temporaries &names)
        : column_(column), lanes_(std::size_t(lanes)), names_(names)
    {
    }

    /// Adds the terms of a sum; with those of the last row, all are transposed and added.
    void add_term(const ColumnStep &step, const VectorLoop::Sums &sums,
                  std::vector<std::string> &terms)
    {
        const std::string term = names_.next();
        add(compute(Result::constant, term, "=", step));
        terms.push_back(term);
        if (terms.size() == lanes_)
            for (const std::string &column : transposed(terms))
                add(Accumulate{sums.name, step.assignment->op, column});
    }

    void add_update(const ColumnStep &step)
    {
        const Element &target = step.updated();
        const std::string &op = step.assignment->op;
        Compute update = compute(Result::update, "", op, step);
        if (op != "=")
            operand(target); // is read
        store_others(target);
        std::erase_if(held_, [&](const Held &held) {
            return held.element.array == target.array && !(held.element == target);
        });
        auto held = find(target);
        if (held == held_.end()) {
            update.kind = Result::variable;
            held = held_.insert(held_.end(), {target, names_.next()});
        }
        update.result = held->name;
        add(std::move(update));
        held->is_changed = !step.is_own;
    }

    void store_all()
    {
        for (Held &held : held_)
            store(held);
    }

    std::vector<VectorInstruction> instructions;
    std::vector<Element> rows; ///< all elements that were loaded

private:
    /// Elements that are in a register, one for each lane.
    struct Held {
        Element element; ///< of the first lane
        std::string name;
        bool is_changed = false;
    };

    void add(VectorInstruction instruction) { instructions.push_back(std::move(instruction)); }

    std::vector<Held>::iterator find(const Element &element)
    {
        return std::ranges::find(held_, element, &Held::element);
    }

    /// The value of a step, with instructions in front of it that load what it uses.
    Compute compute(Result kind, const std::string &result, const std::string &op,
                    const ColumnStep &step)
    {
        Compute compute{kind, result, op, step.assignment->value, {}, step.is_spread};
        program::for_each_part(*step.assignment->value, [&](const program::Expression &part) {
            if (const auto *value = std::get_if<program::AccessValue>(&part.node))
                compute.operands.insert_or_assign(value->access,
                                                  operand(step.elements[value->access]));
        });
        return compute;
    }

    /// What reads an element: one that is the same for all columns, or a vector.
    std::variant<std::string, Element> operand(const Element &element)
    {
        store_others(element); // elements of one array that are named differently may be the same
        auto held = find(element);
        const bool is_fixed = movement(element, column_) == Movement::fixed;
        if (held == held_.end() && is_fixed)
            return element;
        if (!is_fixed && std::ranges::find(rows, element) == rows.end())
            rows.push_back(element);
        if (held == held_.end()) {
            held = held_.insert(held_.end(), {element, names_.next()});
            add(Load{held->name, element});
        }
        return held->name;
    }

    void store(Held &held)
    {
        if (held.is_changed)
            add(Store{held.element, held.name});
        held.is_changed = false;
    }

    /// Stores what was changed of an array, but one vector.
    void store_others(const Element &element)
    {
        for (Held &held : held_)
            if (held.element.array == element.array && !(held.element == element))
                store(held);
    }

    /// Names of vectors of the same numbers, one for each column instead of one for each row.
    std::vector<std::string> transposed(std::vector<std::string> vectors)
    {
        const std::size_t count = vectors.size();
        for (std::size_t distance = count / 2; distance > 0; distance /= 2) {
            std::vector<std::string> next(count);
            for (std::size_t row = 0; row < count; ++row) {
                next[row] = names_.next();
                add(Shuffle{next[row], vectors[row & ~distance], vectors[row | distance],
                            exchanged(count, distance, (row & distance) != 0)});
            }
            vectors = next;
        }
        return vectors;
    }

    const std::string &column_;
    std::size_t lanes_;
    Temporaries &names_;
    std::vector<Held> held_;
};

long lanes_of(const ColumnSteps &steps, long bytes)
{
    return bytes / long(program::size_of_floating(steps.element_type).value());
}

/// The loop without anything in it.
VectorLoop frame(const ast::For &loop, const ColumnSteps &steps, long lanes, Temporaries &names)
{
    const std::string start = names.next();
    return {.start = start,
            .first = loop.init,
            .is_whole = replaced(loop.condition, loop.iterator, plus(start, lanes - 1)),
            .column = loop.iterator,
            .element_type = steps.element_type,
            .lanes = lanes};
}

/// The loop with steps that are no sums.
VectorLoop with_updates(const ast::For &loop, const ColumnSteps &steps, long lanes,
                        Temporaries &names)
{
    VectorLoop result = frame(loop, steps, lanes, names);
    VectorBody body(loop.iterator, lanes, names);
    for (const ColumnStep &step : steps.steps)
        body.add_update(step);
    body.store_all();
    result.body = std::move(body.instructions);
    return result;
}

/// The rows of the next strip, as elements of its first column that a variable names.
/// \return nothing if some rows of this strip are not cached
std::optional<std::vector<Element>> next_rows(const ColumnSteps &steps, const std::string &column,
                                              const ast::For &strips, const std::string &next,
                                              const std::vector<Element> &cached)
{
    std::vector<Element> result;
    for (const ColumnStep &step : steps.steps)
        for (Element element : step.elements) {
            const bool is_row =
                std::ranges::any_of(element.subscripts, [&](const ExpressionPtr &subscript) {
                    return mentions(*subscript, strips.iterator);
                });
            if (!is_row || movement(element, column) != Movement::along)
                continue;
            if (std::ranges::find(cached, element) == cached.end())
                return std::nullopt;
            for (ExpressionPtr &subscript : element.subscripts)
                subscript = replaced(subscript, strips.iterator, name_of(next));
            if (std::ranges::find(result, element) == result.end())
                result.push_back(std::move(element));
        }
    return result;
}

} // namespace

std::optional<WithVectors> with_vector_sums(const program::Program &program, const ast::For &loop,
                                            Temporaries &names)
{
    const std::optional<ColumnSteps> steps = column_steps(program, loop);
    if (!steps)
        return std::nullopt;
    const long lanes = lanes_of(*steps, vector_bytes);
    std::vector<std::size_t> group_of;
    auto groups = groups_of(steps->steps, lanes, names, group_of);
    if (!groups)
        return std::nullopt;
    VectorLoop result = frame(loop, *steps, lanes, names);
    result.sums = std::move(*groups);
    VectorBody body(loop.iterator, lanes, names);
    std::vector<std::vector<std::string>> terms(result.sums.size());
    auto group = group_of.begin();
    for (const ColumnStep &step : steps->steps) {
        if (!step.is_sum) {
            body.add_update(step);
            continue;
        }
        body.add_term(step, result.sums[*group], terms[*group]);
        ++group;
    }
    body.store_all();
    result.body = std::move(body.instructions);
    return WithVectors{std::move(result), std::move(body.rows)};
}

std::optional<VectorLoop> with_vectors_and_prefetches(const program::Program &program,
                                                      const ast::For &loop, const ast::For &strips,
                                                      const std::vector<Element> &cached,
                                                      Temporaries &names)
{
    const std::optional<ColumnSteps> steps = column_steps(program, loop);
    if (!steps || std::ranges::any_of(steps->steps, &ColumnStep::is_sum))
        return std::nullopt;
    const std::string next = names.next();
    std::optional<std::vector<Element>> following =
        next_rows(*steps, loop.iterator, strips, next, cached);
    if (!following || following->empty())
        return std::nullopt;
    VectorLoop result = with_updates(loop, *steps, lanes_of(*steps, vector_bytes), names);
    // In the last strip, that strip itself: other rows may not be there.
    const ExpressionPtr start = plus(strips.iterator, std::stol(strips.step->text));
    result.strip = VectorLoop::Strip{next, replaced(strips.condition, strips.iterator, start),
                                     start, name_of(strips.iterator)};
    following->resize(following->size() / 2);
    result.fetched = std::move(*following);
    return result;
}

std::optional<VectorLoop> in_narrow_vectors(const program::Program &program, const ast::For &loop,
                                            long bytes, Temporaries &names)
{
    const std::optional<ColumnSteps> steps = column_steps(program, loop);
    if (!steps || std::ranges::any_of(steps->steps, &ColumnStep::is_sum))
        return std::nullopt;
    return with_updates(loop, *steps, lanes_of(*steps, bytes), names);
}

void take_from(const std::vector<ScalarReplacement::Variable> &variables, VectorLoop &loop)
{
    for (VectorInstruction &instruction : loop.body)
        if (auto *compute = std::get_if<Compute>(&instruction))
            for (auto &[access, operand] : compute->operands)
                for (const ScalarReplacement::Variable &variable : variables)
                    if (const auto *element = std::get_if<Element>(&operand);
                        element && *element == variable.element)
                        operand = variable.name;
}

} // namespace espalier::lowering
