#include "espalier/transform/arrays.h"

#include "espalier/presburger/coalesce.h"
#include "espalier/schedule/reached_leaves.h"
#include "espalier/transform/impossible.h"

#include <isl/aff.h>
#include <isl/map.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

namespace espalier::transform {

namespace {

/// The words of C code that name something, or may.
class Words {
public:
    void add(const std::string &text)
    {
        auto is_part = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
        auto begin = std::ranges::find_if(text, is_part);
        while (begin != text.end()) {
            auto end = std::find_if_not(begin, text.end(), is_part);
            all.emplace_back(begin, end);
            begin = std::find_if(end, text.end(), is_part);
        }
    }

    void add(const program::Array &array)
    {
        add(array.name);
        add(array.element_type);
        add(array.declaration);
        for (const std::string &part : array.spelling)
            add(part);
    }

    void add(const program::Statement &statement)
    {
        add(statement.name());
        for (const program::Iterator &iterator : statement.iterators)
            add(iterator.name);
        if (!statement.is_kill())
            program::for_each_part(*statement.body, [&](const program::Expression &part) {
                std::visit([&](const auto &node) { add_node(node); }, part.node);
            });
    }

    std::vector<std::string> all;

private:
    void add_node(const program::Literal &literal) { add(literal.spelling); }
    void add_node(const program::ConstantVariable &variable) { add(variable.name); }
    void add_node(const program::IteratorValue &value) { add(value.type); }
    void add_node(const program::AffineValue &value) { add(value.type); }
    void add_node(const program::CallOperation &call) { add(call.function); }
    void add_node(const program::CastOperation &cast) { add(cast.type); }
    template <class Other>
    void add_node(const Other &)
    {
    }
};

} // namespace

std::size_t find_array(const program::Program &program, const std::string &name)
{
    auto found = std::ranges::find(program.arrays, name, &program::Array::name);
    if (found != program.arrays.end())
        return std::size_t(found - program.arrays.begin());
    std::vector<std::string> names;
    for (const program::Array &array : program.arrays)
        names.push_back(array.name);
    std::ranges::sort(names);
    throw impossible(
        fmt::format("there is no array or scalar `{}`; there are: {}", name,
                    names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))));
}

isl::pw_aff constant_extent(const isl::val &value)
{
    isl::space nothing = isl::space::unit(value.ctx()).add_unnamed_tuple(0);
    return isl::pw_aff(nothing.zero_aff_on_domain().add_constant(value));
}

isl::pw_aff on_instances(const isl::pw_aff &extent, const isl::space &statement)
{
    return isl::manage(isl_pw_aff_project_domain_on_params(extent.copy())).insert_domain(statement);
}

void require_order(const program::Array &array, const std::vector<std::size_t> &order)
{
    std::vector<std::size_t> sorted = order;
    std::ranges::sort(sorted);
    bool is_order = sorted.size() == array.extents.size();
    for (std::size_t k = 0; k < sorted.size(); ++k)
        is_order = is_order && sorted[k] == k;
    if (!is_order)
        throw impossible(fmt::format("[{}] does not name each of the {} dimensions of `{}` once, "
                                     "counted from 0",
                                     fmt::join(order, ", "), array.extents.size(), array.name));
}

void require_declarable(const program::Array &array)
{
    if (array.element_type.find_first_of("([") != std::string::npos)
        throw impossible(fmt::format("an array of the type `{}`, as that of `{}`, cannot be "
                                     "declared with another layout",
                                     array.element_type, array.name));
}

isl::pw_aff time_of(const MatrixView &view, const program::Statement &source, std::size_t row)
{
    isl::space space = source.domain.space();
    isl::pw_aff result = isl::manage(isl_pw_aff_empty(space.add_unnamed_tuple(1).release()));
    for (const Statement &part : view.statements) {
        if (!is_of(part, source) || part.instances.is_empty())
            continue;
        isl::pw_aff time = part.time(row);
        if (!source.domain.is_subset(part.instances))
            time = time.intersect_domain(part.instances);
        result = isl::manage(isl_pw_aff_union_add(result.release(), time.release()));
    }
    return presburger::coalesced(result);
}

void declare_by_extents(program::Program &program, std::size_t position)
{
    program::Array &array = program.arrays[position];
    std::string name = array.spelling.front();
    bool is_shared = std::ranges::count_if(program.arrays, [&](const program::Array &other) {
                         return other.spelling.front() == name;
                     }) > 1;
    bool is_declared = array.is_declared_by_extents || !array.declaration.empty();
    if (!is_declared || is_shared)
        name = unused_name_in({program, {}}, array.name + "_local");
    array.spelling.assign(array.extents.size() + 1, "");
    array.spelling.front() = name;
    array.declaration.clear();
    array.linear_dimensions = 1;
    array.has_triangular_rows = false;
    array.pointer_dimensions = 0;
    array.is_local = array.has_own_memory = array.is_declared_by_extents = true;
}

std::size_t add_array(program::Program &program, program::Array array)
{
    array.spelling = {array.name};
    array.is_declared_by_extents = true;
    program.arrays.push_back(std::move(array));
    const std::size_t position = program.arrays.size() - 1;
    declare_by_extents(program, position);
    return position;
}

void set_element(const program::Program &program, program::Access &access, std::size_t array,
                 const std::vector<isl::pw_aff> &subscripts)
{
    access.array = array;
    access.subscripts =
        access.kind == program::AccessKind::kill ? std::vector<isl::pw_aff>() : subscripts;
    access.relation = program::access_relation(access.relation.domain(), access.subscripts,
                                               program.arrays[array]);
}

std::string unused_name_in(const MatrixView &view, const std::string &wish)
{
    Words words;
    for (const program::Parameter &parameter : view.program.parameters)
        words.add(parameter.id.name());
    for (const program::Array &array : view.program.arrays)
        words.add(array);
    for (const program::Statement &statement : view.program.statements)
        words.add(statement);
    for (const Statement &statement : view.statements) {
        words.add(statement.label);
        for (const Row &row : statement.rows)
            words.add(row.name);
    }
    return unused_name(wish, words.all);
}

const program::Statement &program_statement(const program::Program &program,
                                            const Statement &statement)
{
    return *std::ranges::find_if(program.statements, [&](const program::Statement &source) {
        return is_of(statement, source);
    });
}

bool is_of(const Statement &statement, const program::Statement &source)
{
    return schedule::statement_name(statement.instances.space()) == source.name();
}

bool is_whole(const program::Program &program, const Statement &statement)
{
    return statement.instances.is_equal(source_of(program, statement.instances).domain);
}

bool uses(const program::Access &access, std::size_t array)
{
    return access.array == array && access.kind != program::AccessKind::kill;
}

bool writes(const program::Statement &statement, std::size_t array)
{
    return std::ranges::any_of(statement.accesses, [&](const program::Access &access) {
        return uses(access, array) && access.kind != program::AccessKind::read;
    });
}

bool is_written(const program::Program &program, std::size_t array)
{
    return std::ranges::any_of(program.statements, [&](const program::Statement &statement) {
        return writes(statement, array);
    });
}

void drop(program::Statement &statement)
{
    statement.domain = isl::set::empty(statement.domain.space());
    for (program::Access &access : statement.accesses)
        access.relation = access.relation.intersect_domain(statement.domain);
}

std::string place_of(const program::Statement &statement)
{
    return fmt::format("`{}` (line {})", statement.name(), statement.place.line);
}

isl::pw_aff coordinate(const isl::space &space, std::size_t position)
{
    return isl::pw_aff(space.identity_multi_aff_on_domain().at(int(position)));
}

} // namespace espalier::transform
