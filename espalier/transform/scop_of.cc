#include "espalier/presburger/affine_piece.h"
#include "espalier/presburger/echelon.h"
#include "espalier/schedule/original.h"
#include "espalier/schedule/reached_leaves.h"
#include "espalier/transform/extension.h"
#include "espalier/transform/normal_form.h"
#include "espalier/transform/trees.h"

#include <gmpxx.h>
#include <isl/aff.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace espalier::transform {

namespace {

/// A member of a band above a leaf.
struct Loop {
    isl::pw_aff time; ///< { S[i] -> [t] }
    LoopKind kind;
    schedule::LoopOption option;
};

/// The positions of the children of sequences that the way to a leaf takes between two loops, which
/// become one entry of a beta vector.
using Positions = std::vector<std::size_t>;

/// One statement at one leaf.
struct Site {
    isl::set instances;
    std::vector<Loop> loops;
    std::vector<Positions> positions; ///< before, between and after the loops
};

LoopKind kind_of_mark(const std::string &mark)
{
    for (LoopKind kind : {LoopKind::parallel, LoopKind::vector})
        if (is_mark_of(mark, kind))
            return kind;
    return LoopKind::sequential;
}

Site site(const schedule::Tree &tree, const std::vector<std::size_t> &path,
          const isl::set &instances)
{
    Site result{instances, {}, {{}}};
    const schedule::Node *node = &tree.node();
    LoopKind kind = LoopKind::sequential;
    for (std::size_t position : path) {
        if (node->is<schedule::Sequence>() || node->is<schedule::Set>()) {
            result.positions.back().push_back(position);
        } else if (node->is<schedule::Mark>()) {
            kind = kind_of_mark(node->as<schedule::Mark>().name);
        } else if (node->is<schedule::Band>()) {
            const schedule::Band &band = node->as<schedule::Band>();
            for (std::size_t k = 0; k < band.size(); ++k) {
                result.loops.push_back({band.member_on(k, instances.space()),
                                        std::exchange(kind, LoopKind::sequential),
                                        band.members[k].option});
                result.positions.emplace_back();
            }
        }
        node = node->child(position).get();
    }
    return result;
}

/// The sites of a tree; those of a leaf are told apart by a position of their own.
std::vector<Site> sites(const schedule::Tree &tree)
{
    std::vector<Site> result;
    for (const schedule::ReachedLeaf &leaf : schedule::reached_leaves(tree)) {
        std::vector<isl::set> sets;
        leaf.instances.foreach_set([&](const isl::set &set) {
            if (!set.is_empty())
                sets.push_back(set);
        });
        std::ranges::sort(sets, {}, [](const isl::set &set) {
            std::string name = schedule::statement_name(set.space());
            return std::tuple(name.size(), name);
        });
        for (std::size_t k = 0; k < sets.size(); ++k) {
            result.push_back(site(tree, leaf.path, sets[k]));
            if (sets.size() > 1)
                result.back().positions.back().push_back(k);
        }
    }
    return result;
}

/// { [x] -> [t] } of { S[x] -> [t] }.
isl::aff on_unnamed(const isl::aff &function)
{
    isl::space statement = function.space().domain();
    isl::id name = isl::manage(isl_space_get_tuple_id(statement.get(), isl_dim_set));
    isl::space unnamed = isl::manage(isl_space_reset_tuple_id(statement.release(), isl_dim_set));
    isl::multi_aff instance = unnamed.identity_multi_aff_on_domain().set_range_tuple(name);
    return function.pullback(instance);
}

presburger::Row<mpz_class> linear_part(const isl::aff &function)
{
    presburger::Row<mpz_class> result;
    for (int k = 0; k < isl_aff_dim(function.get(), isl_dim_in); ++k)
        result.emplace_back(
            isl::manage(isl_aff_get_coefficient_val(function.get(), isl_dim_in, k)).num_si());
    return result;
}

/// Extends a space by a row if that is independent of it.
bool add_independent(presburger::Echelon<mpz_class> &space, const isl::aff &function)
{
    std::size_t rank = space.rows().size();
    space.add(linear_part(function));
    return space.rows().size() > rank;
}

/// The one of several unused names of iterators that stands furthest in in a row.
std::string loop_name(const isl::aff &row, const Statement &statement)
{
    std::string result;
    for (std::size_t k = 0; k < statement.iterator_names.size(); ++k) {
        const std::string &name = statement.iterator_names[k];
        bool has_part =
            isl_aff_involves_dims(row.get(), isl_dim_in, unsigned(k), 1) == isl_bool_true;
        bool is_used = std::ranges::find(statement.rows, name, &Row::name) != statement.rows.end();
        if (has_part && !is_used)
            result = name;
    }
    return result;
}

/// The name of a loop whose iterator is `value`; empty if that depends on no iterator.
std::string extension_name(const isl::pw_aff &value, const program::Statement &source)
{
    for (std::size_t k = source.iterators.size(); k-- > 0;)
        if (isl_pw_aff_involves_dims(value.get(), isl_dim_in, unsigned(k), 1) == isl_bool_true) {
            const std::string &name = source.iterators[k].name;
            return name.substr(0, 1) + name;
        }
    return "";
}

/// The iterator that a row is equal to, up to its sign and a constant.
std::optional<std::size_t> single_iterator(const isl::aff &row)
{
    presburger::Row<mpz_class> coefficients = linear_part(row);
    auto is_zero = [](const mpz_class &number) { return number == 0; };
    auto found = std::ranges::find_if_not(coefficients, is_zero);
    bool is_single = found != coefficients.end() && abs(*found) == 1 &&
                     std::all_of(found + 1, coefficients.end(), is_zero);
    return is_single ? std::optional(std::size_t(found - coefficients.begin())) : std::nullopt;
}

void add_row(Statement &statement, const isl::aff &time)
{
    statement.rows.push_back({time, ""});
    statement.rows.back().name = loop_name(time, statement);
    statement.rows.back().source_loop = single_iterator(time);
    statement.beta.push_back(0);
}

/// A statement without label, with a beta vector of zeros.
Statement with_rows(const Site &site, const program::Statement &source)
{
    Statement result;
    result.instances = site.instances;
    result.beta = {0};
    isl::space space = site.instances.space();
    result.iterators = space.identity_multi_pw_aff_on_domain().reset_range_tuple_id();
    for (const program::Iterator &iterator : source.iterators)
        result.iterator_names.push_back(unused_name(iterator.name, result.iterator_names));

    presburger::Echelon<mpz_class> rows;
    std::vector<std::size_t> extensions;
    for (std::size_t k = 0; k < site.loops.size(); ++k) {
        std::optional<isl::aff> time = presburger::affine_on(site.loops[k].time, site.instances);
        if (time && add_independent(rows, *time))
            add_row(result, on_unnamed(*time));
        else
            extensions.push_back(k);
    }
    std::vector<isl::aff> unordered; // a tree may leave instances without an order
    for (std::size_t k = 0; k < source.iterators.size(); ++k)
        if (add_independent(rows, iterator(result, k)))
            unordered.push_back(iterator(result, k));
    for (const isl::aff &time : unordered)
        add_row(result, time);
    for (std::size_t k : extensions)
        insert_loop(result, k, site.loops[k].time, extension_name(site.loops[k].time, source));
    for (std::size_t k = 0; k < site.loops.size(); ++k) {
        result.rows[k].kind = site.loops[k].kind;
        result.rows[k].option = site.loops[k].option;
    }
    return result;
}

/// Numbers what stands beside each other.
void set_beta_vectors(std::vector<Statement> &statements, const std::vector<Site> &sites)
{
    using Prefix = std::vector<Positions>;
    auto prefix = [](const Site &site, std::size_t count) {
        return Prefix(site.positions.begin(), site.positions.begin() + long(count));
    };
    std::map<Prefix, std::set<Positions>> children;
    for (const Site &site : sites)
        for (std::size_t k = 0; k < site.positions.size(); ++k)
            children[prefix(site, k)].insert(site.positions[k]);
    for (std::size_t s = 0; s < sites.size(); ++s)
        for (std::size_t k = 0; k < sites[s].positions.size(); ++k) {
            const std::set<Positions> &all = children.at(prefix(sites[s], k));
            statements[s].beta[k] = std::distance(all.begin(), all.find(sites[s].positions[k]));
        }
}

void set_labels(std::vector<Statement> &statements)
{
    std::map<std::string, int> parts, numbers;
    auto name = [](const Statement &statement) {
        return schedule::statement_name(statement.instances.space());
    };
    for (const Statement &statement : statements)
        ++parts[name(statement)];
    for (Statement &statement : statements) {
        statement.label = name(statement);
        if (parts[statement.label] > 1)
            statement.label += fmt::format("_{}", ++numbers[statement.label]);
    }
}

/// A loop in which a statement has one iteration is called as it is for the others in it.
void name_other_loops(Scop &scop)
{
    for (Statement &statement : scop.statements)
        for (std::size_t k = 0; k < statement.depth(); ++k) {
            if (!statement.rows[k].name.empty())
                continue;
            std::vector<std::string> taken;
            for (const Row &row : statement.rows)
                taken.push_back(row.name);
            std::string wish = "t";
            for (const Statement *other : statements_in(scop, first(statement.beta, k + 1)))
                if (!other->rows[k].name.empty())
                    wish = other->rows[k].name;
            statement.rows[k].name = unused_name(wish, taken);
        }
}

const program::Statement &source_of(const program::Program &program, const isl::set &instances)
{
    std::string name = schedule::statement_name(instances.space());
    return *std::ranges::find(program.statements, name, &program::Statement::name);
}

} // namespace

Scop scop_of(const program::Program &program, const schedule::Tree &tree)
{
    Scop result{program, {}};
    std::vector<Site> all = sites(tree);
    for (const Site &site : all)
        result.statements.push_back(with_rows(site, source_of(program, site.instances)));
    set_beta_vectors(result.statements, all);
    set_labels(result.statements);
    name_other_loops(result);
    return normalized(std::move(result));
}

Scop original_scop(const program::Program &program)
{
    return scop_of(program, schedule::original_schedule_without_kills(program));
}

} // namespace espalier::transform
