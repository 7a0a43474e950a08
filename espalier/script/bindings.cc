#include "espalier/script/bindings.h"

#include <algorithm>
#include <iterator>

namespace espalier::script {

const std::vector<Binding> &all_bindings()
{
    static const std::vector<Binding> all = [] {
        std::vector<Binding> result;
        for (const std::vector<Binding> &some :
             {place_bindings(), statement_order_bindings(), iteration_order_bindings(),
              iteration_domain_bindings(), loop_bindings(), layout_bindings(), strategy_bindings(),
              contraction_bindings(), session_bindings()})
            std::ranges::copy(some, std::back_inserter(result));
        return result;
    }();
    return all;
}

const std::vector<std::string> &function_names()
{
    static const std::vector<std::string> names = [] {
        std::vector<std::string> result;
        for (const Binding &binding : all_bindings())
            result.emplace_back(binding.name);
        std::ranges::sort(result);
        return result;
    }();
    return names;
}

} // namespace espalier::script
