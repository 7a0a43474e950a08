#include "espalier/schedule/tree.h"

#include "espalier/schedule/validity.h"

#include <isl/set.h>

namespace espalier::schedule {

Tree::Tree(NodePtr root) : root_(std::move(root)) { check_validity(Cursor(*this)); }

Tree Tree::from_domain(const isl::union_set &instances)
{
    return Tree(schedule::node(Domain{instances}));
}

isl::set Tree::context() const
{
    isl::set result = isl::set::universe(isl::space::unit(ctx()));
    for (const Node *below = root_->child(0).get(); below->is<Context>();
         below = below->child(0).get())
        result = result.intersect(below->as<Context>().constraints.params());
    return result;
}

bool is_equal(const Tree &first, const Tree &second)
{
    return is_equal(first.node(), second.node());
}

} // namespace espalier::schedule
