#include "tests/support/scheduling_problem.h"

#include "espalier/dependence/constraints_file.h"

#include <stdexcept>

namespace espalier::test {

using namespace scheduler;

SchedulingProblem::SchedulingProblem(const std::string &constraints)
    : model_(make_model(
          dependence::read_constraints_file(context_.get(), constraints, "problem.sc"), {})),
      all_{{}, model_.dependences}
{
    std::vector<Node> nodes;
    for (std::size_t k = 0; k < model_.statements.size(); ++k) {
        all_.statements.push_back(k);
        nodes.push_back(model_.statements[k].node);
    }
    graph_ = graph_of(model_, all_, nodes);
}

const Relation &SchedulingProblem::relation(const std::string &source,
                                            const std::string &sink) const
{
    const Relation *result = nullptr;
    for (const Relation &relation : graph_.relations)
        if (graph_.nodes[relation.source].name == source &&
            graph_.nodes[relation.sink].name == sink) {
            if (result)
                throw std::logic_error("several relations from " + source + " to " + sink);
            result = &relation;
        }
    if (!result)
        throw std::logic_error("no relation from " + source + " to " + sink);
    return *result;
}

} // namespace espalier::test
