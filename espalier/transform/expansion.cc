#include "espalier/transform/expansion.h"

#include "espalier/presburger/coalesce.h"
#include "espalier/presburger/dimensions.h"
#include "espalier/presburger/id.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/program/loops.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/element_copies.h"
#include "espalier/transform/own_loops.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>

#include <fmt/format.h>

#include <algorithm>

namespace espalier::transform {

namespace {

using program::Access;
using program::AccessKind;

class ArrayExpansion {
public:
    ArrayExpansion(const program::Program &program, const dependence::Dependences &dependences,
                   std::size_t array)
        : program_(program), dependences_(dependences), array_(array)
    {
    }

    std::optional<Expansion> run()
    {
        if (!is_simple() || !find_loops() || !keeps_values_inside())
            return std::nullopt;
        add_expanded();
        std::vector<program::Statement> before = program_.statements;
        for (program::Statement &statement : program_.statements)
            for (Access &access : statement.accesses)
                if (access.array == array_)
                    redirect(statement, access);
        if (!program_.arrays[array_].is_local)
            add_copy_of_last(before);
        std::string name = program_.arrays[expanded_].name;
        return Expansion{std::move(program_), name, loops_};
    }

private:
    /// Whether the array has a name of its own, and is accessed element by element.
    bool is_simple() const
    {
        const program::Array &array = program_.arrays[array_];
        auto has_form = [&](const Access &access) {
            return access.array != array_ || access.kind == AccessKind::kill ||
                   (access.kind != AccessKind::may_write &&
                    access.subscripts.size() == array.extents.size() &&
                    has_natural_subscripts(access));
        };
        return array.element_type.find_first_of("([") == std::string::npos &&
               std::ranges::all_of(program_.statements, [&](const program::Statement &statement) {
                   return std::ranges::all_of(statement.accesses, has_form);
               });
    }

    /// Whether subscripts that have no upper bound in the source are natural numbers, and have one.
    bool has_natural_subscripts(const Access &access) const
    {
        const isl::set elements =
            access.relation.range().intersect_params(program::possible_constants(program_));
        const auto &extents = program_.arrays[array_].extents;
        for (unsigned k = 0; k < extents.size(); ++k) {
            if (extents[k])
                continue;
            isl_set *natural = isl_set_universe(elements.space().release());
            natural = isl_set_lower_bound_si(natural, isl_dim_set, k, 0);
            if (isl_set_dim_has_upper_bound(elements.get(), isl_dim_set, k) != isl_bool_true ||
                !elements.is_subset(isl::manage(natural)))
                return false;
        }
        return true;
    }

    bool uses_array(const program::Statement &statement) const
    {
        return std::ranges::any_of(statement.accesses,
                                   [&](const Access &access) { return uses(access, array_); });
    }

    /// Counts the loops that all accesses share; their iterators are to be natural numbers.
    bool find_loops()
    {
        std::vector<program::LoopPath> paths = program::loops_around(program_);
        std::optional<std::size_t> first;
        for (std::size_t k = 0; k < paths.size(); ++k) {
            if (!uses_array(program_.statements[k]))
                continue;
            loops_ = first ? std::min(loops_, program::shared_loops(paths[*first], paths[k]))
                           : paths[k].size();
            first = first.value_or(k);
        }
        for (const program::Statement &statement : program_.statements)
            for (unsigned k = 0; first && uses_array(statement) && k < loops_; ++k) {
                isl_set *natural = isl_set_universe(statement.domain.space().release());
                natural = isl_set_lower_bound_si(natural, isl_dim_set, k, 0);
                if (!statement.domain.is_subset(isl::manage(natural)))
                    return false;
            }
        return first && loops_ > 0;
    }

    /// { [S[i] -> R[]] }: the references to the array.
    isl::union_set tags() const
    {
        isl::union_set result = isl::union_set::empty(program_.context.ctx());
        for (const program::Statement &statement : program_.statements)
            for (const Access &access : statement.accesses)
                if (uses(access, array_))
                    presburger::add_to(result,
                                       program::tagged_relation(access).domain().to_union_set());
        return result;
    }

    bool keeps_values_inside() const
    {
        isl::union_set here = tags();
        bool is_inside = dependences_.live_in.intersect_domain(here).is_empty();
        dependence::untagged(dependences_.flow.intersect_domain(here))
            .foreach_map([&](const isl::map &flow) {
                isl::map same = flow;
                for (int k = 0; k < int(loops_); ++k)
                    same =
                        isl::manage(isl_map_equate(same.release(), isl_dim_in, k, isl_dim_out, k));
                is_inside = is_inside && flow.is_subset(same);
            });
        return is_inside;
    }

    /// { S[i] -> [i_k] } for the loops.
    std::vector<isl::pw_aff> iterators(const program::Statement &statement) const
    {
        isl::multi_aff all = statement.domain.space().identity_multi_aff_on_domain();
        std::vector<isl::pw_aff> result;
        for (std::size_t k = 0; k < loops_; ++k)
            result.push_back(isl::pw_aff(all.at(int(k))));
        return result;
    }

    void add_expanded()
    {
        program::Array array = program_.arrays[array_];
        array.name = unused_name_in({program_, {}}, array.name + "_expanded");
        isl::set possible = program::possible_constants(program_);
        for (std::size_t k = 0; k < array.extents.size(); ++k)
            if (!array.extents[k])
                array.extents[k] = used_elements(k, possible);
        for (int k = int(loops_) - 1; k >= 0; --k)
            array.extents.insert(array.extents.begin(), length(k, possible));
        expanded_ = add_array(program_, std::move(array));
    }

    /// { [] -> [n] }: one more than the greatest value of a loop.
    isl::pw_aff length(int loop, const isl::set &possible) const
    {
        std::optional<isl::pw_aff> result;
        for (const program::Statement &statement : program_.statements) {
            if (!uses_array(statement))
                continue;
            isl::set domain = statement.domain.intersect_params(possible);
            result = larger(std::move(result), last(std::move(domain), loop).add_constant(1));
        }
        return presburger::coalesced(*result);
    }

    /// { [] -> [n] }: the greatest value of a dimension.
    static isl::pw_aff last(isl::set set, int dimension)
    {
        return program::as_extent(isl::manage(isl_set_dim_max(set.release(), dimension)));
    }

    static isl::pw_aff larger(std::optional<isl::pw_aff> one, isl::pw_aff other)
    {
        return one ? isl::manage(isl_pw_aff_union_max(one->release(), other.release()))
                   : std::move(other);
    }

    /// { [] -> [n] }: one more than the greatest subscript in a dimension.
    isl::pw_aff used_elements(std::size_t dimension, const isl::set &possible) const
    {
        std::optional<isl::pw_aff> result;
        for (const program::Statement &statement : program_.statements)
            for (const Access &access : statement.accesses)
                if (access.array == array_ && access.kind != AccessKind::kill) {
                    isl::set elements = access.relation.range().intersect_params(possible);
                    result = larger(std::move(result),
                                    last(std::move(elements), int(dimension)).add_constant(1));
                }
        return presburger::coalesced(*result);
    }

    void redirect(const program::Statement &statement, Access &access)
    {
        bool is_inside = presburger::dimensions(statement.domain) >= loops_;
        std::vector<isl::pw_aff> subscripts;
        if (is_inside)
            subscripts = iterators(statement);
        subscripts.insert(subscripts.end(), access.subscripts.begin(), access.subscripts.end());
        set_element(program_, access, expanded_, subscripts);
    }

    /// A statement behind all others that gives each element of the array its last value.
    /// \param before  statements with their accesses to the array
    void add_copy_of_last(const std::vector<program::Statement> &before)
    {
        std::optional<isl::map> written; // { A[a] -> [i] }, i: of the loops
        for (const program::Statement &statement : before)
            for (const Access &access : statement.accesses)
                if (access.array == array_ && access.kind == AccessKind::write)
                    written = united(written, iterations(statement, access));
        isl::pw_multi_aff last = presburger::coalesced(written->lexmax()).as_pw_multi_aff();
        const std::string name =
            unused_name_in({program_, {}}, "last_" + program_.arrays[array_].name);
        const isl::id id = presburger::make_id(written->ctx(), name);
        const isl::set instances =
            isl::manage(isl_set_set_tuple_id(last.domain().release(), id.copy()));
        const isl::multi_aff element = instances.space().identity_multi_aff_on_domain();
        const isl::multi_aff in_array =
            element.set_range_tuple(isl::manage(isl_set_get_tuple_id(last.domain().get())));
        std::vector<isl::pw_aff> own, of_last;
        std::vector<std::string> names;
        for (unsigned k = 0; k < presburger::dimensions(instances); ++k) {
            own.push_back(isl::pw_aff(element.at(int(k))));
            names.push_back(fmt::format("a{}", k));
        }
        for (std::size_t k = 0; k < loops_; ++k)
            of_last.push_back(last.at(int(k)).pullback(in_array));
        of_last.insert(of_last.end(), own.begin(), own.end());
        add_behind(program_, copy_of_element(program_, instances, names, before.back().place,
                                             {array_, own}, {expanded_, of_last}));
    }

    isl::map iterations(const program::Statement &statement, const Access &access) const
    {
        isl::multi_aff all = statement.domain.space().identity_multi_aff_on_domain();
        isl::aff_list loops(all.ctx(), 0);
        for (std::size_t k = 0; k < loops_; ++k)
            loops = loops.add(all.at(int(k)));
        isl::space space = statement.domain.space().add_unnamed_tuple(unsigned(loops_));
        isl::map elements = access.relation.reverse().intersect_range(statement.domain);
        return elements.apply_range(isl::multi_aff(space, loops).as_map());
    }

    static isl::map united(const std::optional<isl::map> &all, const isl::map &part)
    {
        return all ? all->unite(part) : part;
    }

    program::Program program_;
    const dependence::Dependences &dependences_;
    std::size_t array_;
    std::size_t expanded_ = 0; ///< the new array
    std::size_t loops_ = 0;
};

} // namespace

std::optional<Expansion> expanded(const program::Program &program,
                                  const dependence::Dependences &dependences, std::size_t array)
{
    return ArrayExpansion(program, dependences, array).run();
}

} // namespace espalier::transform
