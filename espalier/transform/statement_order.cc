#include "espalier/transform/statement_order.h"

#include "espalier/transform/impossible.h"
#include "espalier/transform/normal_form.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace espalier::transform {

namespace {

/// Inserts free slots before a place.
void make_room(MatrixView &view, const Beta &place, long slots)
{
    Beta context = enclose(place);
    view = move(std::move(view), context, place, slots);
}

} // namespace

MatrixView move(MatrixView view, const Beta &context, const Beta &start, long offset)
{
    for (Statement &statement : view.statements) {
        bool is_concerned = is_prefix(context, statement.beta) &&
                            statement.beta.size() > context.size() &&
                            (is_prefix(start, statement.beta) || start < statement.beta);
        if (is_concerned)
            statement.beta[context.size()] += offset;
    }
    return view;
}

MatrixView fusion(MatrixView view, const Beta &prefix, long position)
{
    Beta first_loop = append(prefix, position), second_loop = append(prefix, position + 1);
    statements_in_loop(view, first_loop);
    statements_in_loop(view, second_loop);
    long end = child_count(view, first_loop);
    view = move(std::move(view), second_loop, second_loop, end);
    return normalized(move(std::move(view), prefix, second_loop, -1));
}

MatrixView fission(MatrixView view, const Beta &prefix, long position, long start)
{
    Beta loop = append(prefix, position);
    statements_in_loop(view, loop);
    if (start <= 0 || start >= child_count(view, loop))
        throw impossible(fmt::format("the loop {} has {} children; it cannot be split before "
                                     "child {}",
                                     to_string(loop), child_count(view, loop), start));
    Beta second_loop = append(prefix, position + 1);
    view = move(std::move(view), prefix, append(loop, start), 1);
    return normalized(move(std::move(view), second_loop, second_loop, -start));
}

namespace {

void require_place(const MatrixView &view, const Beta &block, const Beta &target)
{
    if (block.empty() || target.empty() || target.size() > block.size() + 1)
        throw impossible(fmt::format("{} cannot move to {}, which is at another depth: the target "
                                     "has at most one entry more",
                                     to_string(block), to_string(target)));
    if (is_prefix(block, target) && block != target)
        throw impossible(
            fmt::format("{} cannot move into itself, to {}", to_string(block), to_string(target)));
    for (const Statement &statement : view.statements)
        if (is_prefix(statement.beta, target) && statement.beta != target)
            throw impossible(fmt::format("{} is no place: {} is the statement `{}`",
                                         to_string(target), to_string(statement.beta),
                                         statement.label));
}

} // namespace

long child_count(const MatrixView &view, const Beta &prefix)
{
    long count = 0;
    for (const Statement *statement : statements_in(view, prefix))
        if (statement->beta.size() > prefix.size())
            count = std::max(count, statement->beta[prefix.size()] + 1);
    return count;
}

MatrixView isolated(MatrixView view, Beta place)
{
    for (std::size_t depth = place.size() - 1; depth > 0; --depth) {
        Beta outer = first(place, depth - 1);
        if (place[depth] > 0) {
            view = fission(std::move(view), outer, place[depth - 1], place[depth]);
            ++place[depth - 1];
            place[depth] = 0;
        }
        if (child_count(view, first(place, depth)) > 1)
            view = fission(std::move(view), outer, place[depth - 1], 1);
    }
    return view;
}

MatrixView motion(MatrixView view, const Beta &block, const Beta &target)
{
    std::vector<Statement *> moved = required_statements_in(view, block);
    require_place(view, block, target);
    if (block == target)
        return view;
    bool moves_contents = target.size() > block.size();
    std::size_t kept = moves_contents ? block.size() + 1 : block.size(); // entries to replace
    long slots = 1;
    std::vector<Beta> betas;
    for (Statement *statement : moved) {
        if (statement->beta.size() < kept)
            throw impossible(fmt::format("{} is the statement `{}`; only what is in a loop can "
                                         "move to {}",
                                         to_string(block), statement->label, to_string(target)));
        Beta beta = target;
        if (moves_contents) {
            slots = std::max(slots, statement->beta[block.size()] + 1);
            beta.back() += statement->beta[block.size()];
        }
        beta.resize(kept, 0);
        beta.insert(beta.end(), statement->beta.begin() + long(kept), statement->beta.end());
        betas.push_back(std::move(beta));
        statement->beta.clear();
    }
    make_room(view, target, slots);
    for (std::size_t k = 0; k < moved.size(); ++k)
        moved[k]->beta = std::move(betas[k]);
    return normalized(std::move(view));
}

MatrixView reorder(MatrixView view, const Beta &prefix, const std::vector<std::size_t> &order)
{
    std::vector<Statement *> concerned = required_statements_in(view, prefix);
    std::set<std::size_t> children;
    for (long k = 0; k < child_count(view, prefix); ++k)
        children.insert(std::size_t(k));
    if (order.size() != children.size() ||
        std::set<std::size_t>(order.begin(), order.end()) != children)
        throw impossible(fmt::format("[{}] is no order of the {} children of {}",
                                     fmt::join(order, ", "), children.size(), to_string(prefix)));
    std::vector<long> position(order.size());
    for (std::size_t k = 0; k < order.size(); ++k)
        position[order[k]] = static_cast<long>(k);
    for (Statement *statement : concerned)
        if (statement->beta.size() > prefix.size()) {
            long &entry = statement->beta[prefix.size()];
            entry = position[std::size_t(entry)];
        }
    return normalized(std::move(view));
}

bool run_together(const MatrixView &view, const Beta &one, const Beta &other)
{
    const isl::set first = times_in(view, one, one.size());
    const isl::set second = times_in(view, other, other.size());
    return first.intersect_params(second.params())
        .is_equal(second.intersect_params(first.params()));
}

} // namespace espalier::transform
