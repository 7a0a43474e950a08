#include "espalier/ast/equality.h"

#include <algorithm>

namespace espalier::ast {

namespace {

/// Pointers to equal values, or both null.
template <class Value>
bool are_equal(const std::shared_ptr<const Value> &first,
               const std::shared_ptr<const Value> &second)
{
    return first == second || (first && second && is_equal(*first, *second));
}

template <class Value>
bool are_equal(const std::vector<std::shared_ptr<const Value>> &first,
               const std::vector<std::shared_ptr<const Value>> &second)
{
    return std::equal(first.begin(), first.end(), second.begin(), second.end(),
                      [](const auto &one, const auto &two) { return are_equal(one, two); });
}

struct SameKind {
    bool operator()(const For &first, const For &second) const
    {
        return first.iterator == second.iterator && first.depth == second.depth &&
               schedule::is_equal(first.role, second.role) && are_equal(first.init, second.init) &&
               are_equal(first.condition, second.condition) && are_equal(first.step, second.step) &&
               are_equal(first.body, second.body);
    }

    bool operator()(const If &first, const If &second) const
    {
        return are_equal(first.condition, second.condition) && are_equal(first.yes, second.yes) &&
               are_equal(first.no, second.no);
    }

    bool operator()(const Block &first, const Block &second) const
    {
        return are_equal(first.children, second.children);
    }

    bool operator()(const User &first, const User &second) const
    {
        return first.statement == second.statement &&
               are_equal(first.iterators, second.iterators) &&
               are_equal(first.values, second.values);
    }

    bool operator()(const Mark &first, const Mark &second) const
    {
        return first.name == second.name && are_equal(first.body, second.body);
    }

    bool operator()(const Let &first, const Let &second) const
    {
        return first.name == second.name && are_equal(first.value, second.value) &&
               are_equal(first.body, second.body);
    }

    template <class First, class Second>
    bool operator()(const First &, const Second &) const
    {
        return false;
    }
};

} // namespace

bool is_equal(const Expression &first, const Expression &second)
{
    return first.op == second.op && first.text == second.text &&
           are_equal(first.operands, second.operands);
}

bool is_equal(const Node &first, const Node &second)
{
    return std::visit(SameKind(), first.node, second.node);
}

} // namespace espalier::ast
