#include "espalier/dependence/final_reads.h"

#include "espalier/dependence/listing.h"
#include "espalier/presburger/id.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/schedule/node.h"

#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>

#include <algorithm>
#include <optional>

namespace espalier::dependence {

FinalReads::FinalReads(const program::Program &original, const Dependences &dependences,
                       const program::Program &changed, const schedule::Tree &order,
                       const std::set<std::size_t> &arrays)
    : before(original), after(changed), tree(order), known(dependences)
{
    for (std::size_t array : arrays)
        if (array < original.arrays.size())
            add(array);
    if (!ends_.empty())
        tree = schedule::Tree(schedule::node(
            schedule::Domain{order.domain().unite(domain())},
            schedule::sequence(
                {schedule::node(schedule::Filter{order.domain()}, order.node().child(0)),
                 schedule::node(schedule::Filter{domain()})})));
}

void FinalReads::rename(std::vector<Violation> &violations) const
{
    auto is_of_end = [&](const Violation &violation) {
        const isl::space read = violation.pairs.space().range();
        return read.is_wrapping() && is_end(read.unwrap().domain());
    };
    // What is found instead follows from what is lost.
    std::erase_if(violations, [&](const Violation &violation) {
        return violation.kind != Violation::Kind::storage && is_of_end(violation);
    });
    for (Violation &violation : violations) {
        if (!is_of_end(violation))
            continue;
        violation = {Violation::Kind::unsaved, violation.pairs.domain().identity()};
    }
}

void FinalReads::add(std::size_t array)
{
    isl::union_map left = isl::union_map::empty(known.live_out.ctx());
    std::optional<isl::set> elements;
    known.live_out.foreach_map([&](const isl::map &map) {
        if (find_reference(before, map.space().domain().unwrap()).access->array != array)
            return;
        presburger::add_to(left, map.to_union_map());
        elements = elements ? elements->unite(map.range()) : map.range();
    });
    if (!elements)
        return;
    const isl::id name =
        presburger::make_id(left.ctx(), unused_name("end_of_" + before.arrays[array].name));
    program::Statement read;
    read.domain = isl::manage(isl_set_set_tuple_id(elements->coalesce().release(), name.copy()));
    const isl::multi_aff place = read.domain.space().identity_multi_aff_on_domain();
    program::Access access{program::AccessKind::read, array, name, isl::map(), {}};
    for (unsigned k = 0; k < unsigned(place.size()); ++k)
        access.subscripts.push_back(isl::pw_aff(place.at(int(k))));
    access.relation =
        program::access_relation(read.domain, access.subscripts, before.arrays[array]);
    read.accesses = {access};
    read.body = program::make_expression(program::Literal{"0"}); // it is no kill
    const isl::map tagged = tagged_relation(access);
    presburger::add_to(known.live_in, tagged.to_union_map().subtract_range(surely_written(array)));
    presburger::add_to(known.flow, left.apply_range(tagged.reverse().to_union_map()));
    ends_.push_back(read);
    before.statements.push_back(read);
    after.statements.push_back(std::move(read));
}

/// { A[a] }: the elements that the original surely writes.
isl::union_set FinalReads::surely_written(std::size_t array) const
{
    isl::union_set result = isl::union_set::empty(before.context.ctx());
    for (const program::Statement &statement : before.statements)
        for (const program::Access &access : statement.accesses)
            if (access.array == array && access.kind == program::AccessKind::write)
                presburger::add_to(result, access.relation.range().to_union_set());
    return result;
}

/// A name that no statement has.
std::string FinalReads::unused_name(std::string wish) const
{
    while (std::ranges::count(after.statements, wish, &program::Statement::name) > 0)
        wish += "_";
    return wish;
}

isl::union_set FinalReads::domain() const
{
    isl::union_set result = isl::union_set::empty(before.context.ctx());
    for (const program::Statement &read : ends_)
        presburger::add_to(result, read.domain.to_union_set());
    return result;
}

bool FinalReads::is_end(const isl::space &statement) const
{
    return std::ranges::any_of(ends_, [&](const program::Statement &read) {
        return isl_space_has_equal_tuples(read.domain.space().get(), statement.get()) ==
               isl_bool_true;
    });
}

} // namespace espalier::dependence
