#include "espalier/transform/input_copy.h"

#include "espalier/presburger/coalesce.h"
#include "espalier/presburger/dimensions.h"
#include "espalier/presburger/id.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/element_copies.h"
#include "espalier/transform/own_loops.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/union_map.h>

#include <fmt/format.h>

#include <vector>

namespace espalier::transform {

namespace {

using program::Access;
using program::AccessKind;

class InputCopy {
public:
    InputCopy(const program::Program &program, const dependence::Dependences &dependences,
              std::size_t array)
        : program_(program), dependences_(dependences), array_(array)
    {
    }

    std::optional<program::Program> run()
    {
        if (!find_early_reads())
            return std::nullopt;
        const isl::set elements = presburger::coalesced(
            elements_->intersect_params(program::possible_constants(program_)));
        const auto lengths = this->lengths(elements);
        if (!lengths)
            return std::nullopt;
        program::Array before = program_.arrays[array_];
        before.name = unused_name_in({program_, {}}, before.name + "_before");
        before.extents = *lengths;
        const std::size_t copy = add_array(program_, std::move(before));
        const SourcePlace place = program_.statements[early_.front().statement].place;
        for (const Early &one : early_) {
            Access &access = program_.statements[one.statement].accesses[one.access];
            const std::vector<isl::pw_aff> subscripts = access.subscripts;
            set_element(program_, access, copy, subscripts);
        }
        add_copies(elements, copy, place);
        return std::move(program_);
    }

private:
    /// A reference that sees nothing but what was there before.
    struct Early {
        std::size_t statement, access; ///< positions
    };

    /// \return whether there is something to gain, and nothing in the way
    bool find_early_reads()
    {
        const program::Array &array = program_.arrays[array_];
        if (array.extents.empty() || array.is_local || !is_written(program_, array_) ||
            array.element_type.find_first_of("([") != std::string::npos)
            return false;
        for (std::size_t k = 0; k < program_.statements.size(); ++k) {
            const program::Statement &statement = program_.statements[k];
            for (std::size_t at = 0; at < statement.accesses.size(); ++at) {
                const Access &access = statement.accesses[at];
                if (access.array != array_ || access.kind != AccessKind::read ||
                    access.subscripts.size() != array.extents.size() || !is_early(access))
                    continue;
                if (presburger::dimensions(statement.domain) <= array.extents.size())
                    return false;
                early_.push_back({k, at});
                const isl::set own = access.relation.range();
                elements_ = elements_ ? elements_->unite(own) : own;
            }
        }
        return !early_.empty();
    }

    /// Whether a read sees no write of the region, and some have to wait for it.
    bool is_early(const Access &access) const
    {
        const isl::union_set here = program::tagged_relation(access).domain().to_union_set();
        return dependences_.flow.intersect_range(here).is_empty() &&
               !dependences_.order.intersect_domain(here).is_empty();
    }

    /// { [] -> [n] }: how long an array has to be for some elements.
    std::optional<std::vector<std::optional<isl::pw_aff>>> lengths(const isl::set &elements) const
    {
        std::vector<std::optional<isl::pw_aff>> result = program_.arrays[array_].extents;
        for (unsigned k = 0; k < result.size(); ++k) {
            if (result[k])
                continue;
            const isl::set natural = isl::manage(isl_set_lower_bound_si(
                isl_set_universe(elements.space().release()), isl_dim_set, k, 0));
            if (isl_set_dim_has_upper_bound(elements.get(), isl_dim_set, k) != isl_bool_true ||
                !elements.is_subset(natural))
                return std::nullopt;
            result[k] = presburger::coalesced(
                program::as_extent(isl::manage(isl_set_dim_max(elements.copy(), int(k))))
                    .add_constant(1));
        }
        return result;
    }

    /// \param copy  the new array
    void add_copies(const isl::set &elements, std::size_t copy, const SourcePlace &place)
    {
        const std::string name =
            unused_name_in({program_, {}}, "copy_" + program_.arrays[array_].name);
        const isl::set instances = isl::manage(isl_set_set_tuple_id(
            elements.copy(), presburger::make_id(elements.ctx(), name).release()));
        std::vector<isl::pw_aff> subscripts;
        std::vector<std::string> names;
        for (unsigned k = 0; k < presburger::dimensions(instances); ++k) {
            subscripts.push_back(coordinate(instances.space(), k));
            names.push_back(fmt::format("a{}", k));
        }
        add_in_front(program_, copy_of_element(program_, instances, names, place,
                                               {copy, subscripts}, {array_, subscripts}));
    }

    program::Program program_;
    const dependence::Dependences &dependences_;
    std::size_t array_;
    std::vector<Early> early_;
    std::optional<isl::set> elements_; ///< { A[a] }: that early references read
};

} // namespace

std::optional<program::Program> with_input_copy(const program::Program &program,
                                                const dependence::Dependences &dependences,
                                                std::size_t array)
{
    return InputCopy(program, dependences, array).run();
}

} // namespace espalier::transform
