#include "espalier/program/program.h"

#include "espalier/presburger/id.h"
#include "espalier/presburger/isl_additions.h"

#include <isl/aff.h>
#include <isl/local_space.h>
#include <isl/map.h>
#include <isl/space.h>
#include <isl/val.h>

namespace espalier::program {

Program::Program() = default;
Program::Program(const Program &other) = default;
Program::Program(Program &&other) noexcept = default;
Program &Program::operator=(const Program &other) = default;
Program &Program::operator=(Program &&other) noexcept = default;
Program::~Program() = default;

namespace {

/// Instances with the symbolic constants that only subscripts use: schedules may use them, too.
isl::union_set with_all_constants(isl::union_set instances, const Program &program)
{
    isl::space constants = instances.space();
    for (const Parameter &parameter : program.parameters)
        constants = constants.add_param(parameter.id);
    if (constants.is_equal(instances.space()))
        return instances;
    return isl::manage(isl_union_set_align_params(instances.release(), constants.release()));
}

isl::union_set union_of_domains(const Program &program, bool with_kills)
{
    isl::union_set result = isl::union_set::empty(program.context.ctx());
    for (const Statement &statement : program.statements)
        if (with_kills || !statement.is_kill())
            presburger::add_to(result, statement.domain.to_union_set());
    return with_all_constants(std::move(result), program);
}

} // namespace

isl::union_set instances(const Program &program) { return union_of_domains(program, true); }

isl::union_set instances_without_kills(const Program &program)
{
    return union_of_domains(program, false);
}

isl::map access_relation(const isl::set &domain, const std::vector<isl::pw_aff> &subscripts,
                         const Array &array)
{
    std::size_t dimensions = array.extents.size();
    isl::id name = presburger::make_id(domain.ctx(), array.name);
    isl::space range = domain.space().params().add_named_tuple(name, unsigned(dimensions));
    isl_space *space =
        isl_space_map_from_domain_and_range(domain.space().release(), range.release());
    isl::map relation = isl::manage(isl_map_universe(space)).intersect_domain(domain);
    for (std::size_t k = 0; k < subscripts.size(); ++k) {
        isl_map *one = subscripts[k].as_map().release();
        one = isl_map_insert_dims(one, isl_dim_out, 0, unsigned(k));
        one = isl_map_add_dims(one, isl_dim_out, unsigned(dimensions - k - 1));
        relation = relation.intersect(isl::manage(one).set_range_tuple(name));
    }
    return relation;
}

isl::map tagged_relation(const Access &access)
{
    isl::space space = access.relation.space().domain();
    space = isl::manage(isl_space_from_domain(space.release()));
    space =
        isl::manage(isl_space_set_tuple_id(space.release(), isl_dim_out, access.reference.copy()));
    isl::map tags = isl::map::universe(space);
    return isl::manage(
        isl_map_apply_range(isl_map_domain_map(tags.release()), access.relation.copy()));
}

isl::union_map tagged_accesses(const Program &program, AccessKind kind)
{
    isl::union_map result = isl::union_map::empty(program.context.ctx());
    for (const Statement &statement : program.statements)
        for (const Access &access : statement.accesses)
            if (access.kind == kind)
                presburger::add_to(result, tagged_relation(access).to_union_map());
    return result;
}

std::optional<isl::set> declared_elements(const Array &array, const isl::space &space)
{
    isl::set result = isl::set::universe(space);
    for (std::size_t k = 0; k < array.extents.size(); ++k) {
        if (!array.extents[k])
            return std::nullopt;
        isl_local_space *elements = isl_local_space_from_space(space.copy());
        isl::pw_aff subscript =
            isl::manage(isl_pw_aff_var_on_domain(elements, isl_dim_set, static_cast<unsigned>(k)));
        isl::pw_aff extent =
            isl::manage(isl_pw_aff_project_domain_on_params(array.extents[k]->copy()))
                .insert_domain(space);
        isl::pw_aff zero = subscript.sub(subscript);
        result = result.intersect(subscript.ge_set(zero)).intersect(subscript.lt_set(extent));
    }
    return result;
}

isl::pw_aff as_extent(const isl::pw_aff &value)
{
    const isl::space nothing = isl::space::unit(value.ctx()).add_unnamed_tuple(0);
    return isl::manage(isl_pw_aff_project_domain_on_params(value.copy())).insert_domain(nothing);
}

std::optional<long> constant_extent(const std::optional<isl::pw_aff> &extent, long greatest)
{
    if (!extent)
        return std::nullopt;
    isl::set values = extent->as_map().range();
    isl::val value = isl::manage(isl_set_plain_get_val_if_fixed(values.get(), isl_dim_set, 0));
    bool is_small = value.is_int() && value.le(isl::val(value.ctx(), greatest));
    return is_small ? std::optional(value.num_si()) : std::nullopt;
}

const char *verb(AccessKind kind)
{
    switch (kind) {
    case AccessKind::read:
        return "reads";
    case AccessKind::write:
        return "writes";
    case AccessKind::may_write:
        return "may write";
    default:
        return "kills";
    }
}

isl::set possible_constants(const Program &program)
{
    return program.context.intersect(program.assumptions);
}

isl::set code_context(const Program &program)
{
    isl::set result = possible_constants(program);
    for (const Parameter &parameter : program.parameters)
        if (parameter.least.is_zero()) {
            isl::space space = isl::space::unit(parameter.id.ctx()).add_param(parameter.id);
            isl::aff value = space.param_aff_on_domain(parameter.id);
            result = result.intersect(isl::set(value.ge_set(space.zero_aff_on_domain())));
        }
    return result;
}

isl::set parameter_ranges(const Program &program)
{
    isl::set result = isl::set::universe(program.context.space());
    for (const Parameter &parameter : program.parameters) {
        isl::space space = isl::space::unit(program.context.ctx()).add_param(parameter.id);
        isl::aff value = space.param_aff_on_domain(parameter.id);
        isl::aff zero = space.zero_aff_on_domain();
        result = result.intersect(value.ge_set(zero.add_constant(parameter.least)));
        result = result.intersect(value.le_set(zero.add_constant(parameter.greatest)));
    }
    return result;
}

} // namespace espalier::program
