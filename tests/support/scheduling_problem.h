#pragma once

#include "espalier/presburger/context.h"
#include "espalier/scheduler/component.h"

#include <string>
#include <vector>

namespace espalier::test {

/// A model of schedule constraints in isl's notation, of all statements as one component.
class SchedulingProblem {
public:
    /// \param constraints  in the form of `.sc` files
    explicit SchedulingProblem(const std::string &constraints);

    const scheduler::Model &model() const { return model_; }
    const scheduler::Component &all() const { return all_; }
    const scheduler::Graph &graph() const { return graph_; }

    /// The one relation from a statement to another.
    const scheduler::Relation &relation(const std::string &source, const std::string &sink) const;

private:
    presburger::Context context_;
    scheduler::Model model_;
    scheduler::Component all_;
    scheduler::Graph graph_;
};

} // namespace espalier::test
