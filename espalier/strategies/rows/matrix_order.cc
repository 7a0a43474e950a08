#include "espalier/strategies/rows/matrix_order.h"

#include "espalier/dependence/dead_instances.h"
#include "espalier/dependence/violations.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/strategies/resolved_roles.h"
#include "espalier/transform/trees.h"

#include <utility>

namespace espalier::strategies {

using transform::Beta;
using transform::MatrixView;
using transform::Statement;

namespace {

/// Two passes through a matrix by so many threads take less time than one by a single thread.
constexpr std::size_t cores_for_two_passes = 3;

} // namespace

MatrixOrder::MatrixOrder(const program::Program &program,
                         const dependence::Dependences &dependences,
                         const machine::Machine &machine, bool parallel,
                         std::map<std::string, MatrixPass> passes)
    : program_(program), dependences_(dependences), machine_(machine), parallel_(parallel),
      passes_(std::move(passes)), scop_(transform::original_view(program))
{
}

const MatrixPass *MatrixOrder::pass_of(const Statement &statement) const
{
    auto found = passes_.find(transform::source_of(program_, statement.instances).name());
    return found == passes_.end() ? nullptr : &found->second;
}

NestPasses MatrixOrder::passes_in(const MatrixView &view, const Beta &prefix) const
{
    NestPasses result;
    for (const Statement *statement : statements_in(view, prefix))
        if (const MatrixPass *pass = pass_of(*statement))
            result.add(*pass);
    return result;
}

/// \param kept  the dependences that it may have broken
bool MatrixOrder::is_legal(const MatrixView &view, const dependence::Dependences &kept) const
{
    return dependence::violations(
               program_, kept,
               with_resolved_roles({{}, parallel_}, program_, dependences_, schedule_tree(view)))
        .empty();
}

bool MatrixOrder::accept(MatrixView view, const dependence::Dependences &kept)
{
    bool is_step = is_legal(view, kept);
    if (is_step)
        scop_ = std::move(view);
    return is_step;
}

bool MatrixOrder::accept(MatrixView view) { return accept(std::move(view), dependences_); }

bool MatrixOrder::accept_in(long nest, MatrixView view)
{
    isl::union_set inside = isl::union_set::empty(program_.context.ctx());
    for (const Statement *statement : statements_in(scop_, {nest}))
        presburger::add_to(inside, statement->instances.to_union_set());
    return accept(std::move(view), dependence::restricted(dependences_, inside.universe()));
}

bool MatrixOrder::keeps_apart() const
{
    return parallel_ && machine_.cores >= cores_for_two_passes;
}

bool MatrixOrder::is_for_columns(const NestPasses &passes) const
{
    return parallel_ && passes.sums_columns && (keeps_apart() || passes.row_sums == 0);
}

bool MatrixOrder::is_for_waves(const NestPasses &passes) const
{
    return parallel_ && !keeps_apart() && passes.sums_columns && passes.row_sums > 0;
}

} // namespace espalier::strategies
