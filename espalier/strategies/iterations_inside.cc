#include "espalier/strategies/iterations_inside.h"

#include "espalier/ast/generator.h"
#include "espalier/machine/assumed_sizes.h"

#include <isl/set.h>

#include <algorithm>

namespace espalier::strategies {

double iterations_inside(const program::Program &program, const program::Statement &statement,
                         std::size_t loop)
{
    const std::optional<ast::Values> sizes = machine::assumed_sizes(program);
    double result = 1;
    const isl::set domain = statement.domain.intersect_params(program::possible_constants(program));
    for (std::size_t k = loop + 1; sizes && k < statement.iterators.size(); ++k) {
        const isl::pw_aff least = isl::manage(isl_set_dim_min(domain.copy(), int(k))),
                          most = isl::manage(isl_set_dim_max(domain.copy(), int(k)));
        const isl::pw_aff length = program::as_extent(most.sub(least).add_constant(1));
        result *= double(ast::evaluate(*ast::value(length, program.context), *sizes));
    }
    return std::max(result, 1.0);
}

} // namespace espalier::strategies
