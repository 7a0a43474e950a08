// Random layouts and schedules of random programs: the check says what executing them shows.

#include "espalier/dependence/storage.h"

#include "espalier/base/error.h"
#include "espalier/presburger/id.h"
#include "espalier/presburger/print.h"
#include "espalier/schedule/original.h"
#include "espalier/schedule/yaml.h"
#include "espalier/transform/layout.h"
#include "espalier/transform/own_copy.h"
#include "espalier/transform/pack.h"
#include "espalier/transform/statement_order.h"
#include "espalier/transform/trees.h"
#include "tests/support/executed_meaning.h"
#include "tests/support/random_programs.h"
#include "tests/support/random_reorderings.h"

#include <isl/map.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <optional>
#include <set>

namespace espalier::test {
namespace {

using dependence::Violation;
using program::AccessKind;

constexpr unsigned programs_per_test = 150;
constexpr unsigned long budget = 300'000; ///< of isl operations for one program
constexpr long greatest_constant = 5;

struct Counts {
    unsigned legal = 0, illegal = 0;
    unsigned illegal_for_storage = 0; ///< and for no other reason
};

/// A program with kills of an array before and after, as the region's own variable has.
program::Program with_local(program::Program program, std::size_t array)
{
    program.arrays[array].is_local = true;
    isl::ctx ctx = program.context.ctx();
    for (const char *name : {"K0", "K1"}) {
        isl::id id = presburger::make_id(ctx, name);
        program::Statement kill;
        kill.domain = isl::set::universe(isl::space::unit(ctx).add_named_tuple(id, 0));
        isl::map all = program::access_relation(kill.domain, {}, program.arrays[array]);
        kill.accesses = {{AccessKind::kill, array, id, all, {}}};
        program::Nest place;
        place.kind = program::Nest::Kind::statement;
        place.statement = program.statements.size();
        program.statements.push_back(kill);
        program.nest.children.insert(
            name[1] == '0' ? program.nest.children.begin() : program.nest.children.end(), place);
    }
    return program;
}

/// Whether some statement reads an array, and some statement writes it.
bool is_used(const program::Program &program, std::size_t array)
{
    bool is_read = false, is_written = false;
    for (const program::Statement &statement : program.statements)
        for (const program::Access &access : statement.accesses)
            if (access.array == array && access.kind != AccessKind::kill)
                (access.kind == AccessKind::read ? is_read : is_written) = true;
    return is_read && is_written;
}

/// Another layout of an array; nothing if the one chosen is not possible.
std::optional<program::Program> random_layout(const program::Program &program, std::size_t array,
                                              Random &random)
{
    transform::MatrixView view = transform::original_view(program);
    const std::string &name = program.arrays[array].name;
    long dimensions = long(program.arrays[array].extents.size());
    try {
        if (dimensions == 0 || random.between(0, 4) == 0)
            return transform::privatize(view, name, {random.between(0, 2)}).program;
        auto dimension = std::size_t(random.between(0, dimensions));
        if (dimensions == 2 && random.between(0, 5) == 0)
            return transform::transpose(view, name, {1, 0}).program;
        if (random.between(0, 3) == 0)
            return transform::contract(view, name, dimension).program;
        return transform::contract(view, name, dimension, random.between(2, 5)).program;
    } catch (const Error &) {
        return std::nullopt;
    }
}

/// Whether some instance writes an element twice, which no statement of C does.
bool writes_twice(const program::Program &program)
{
    for (const program::Statement &statement : program.statements)
        for (const program::Access &one : statement.accesses)
            for (const program::Access &other : statement.accesses)
                if (&one < &other && one.array == other.array && one.kind != AccessKind::read &&
                    other.kind != AccessKind::read && !one.relation.is_disjoint(other.relation))
                    return true;
    return false;
}

/// The accesses of a program in the order of a tree; nothing if that leaves instances out or
/// unordered.
std::optional<std::vector<Visit>> visits_in_order(const program::Program &program,
                                                  const schedule::Tree &tree,
                                                  const Constants &constants)
{
    std::map<Instance, Key> keys;
    for (Execution &execution : executions(tree.node(), constants))
        keys.emplace(execution.instance(), std::move(execution.key));
    std::vector<Visit> visits = original_visits(program, constants);
    std::erase_if(visits, [](const Visit &visit) { return visit.is_kill; });
    for (const Visit &one : visits)
        for (const Visit &other : visits)
            if (!keys.contains(one.instance) || !keys.contains(other.instance) ||
                (one.instance != other.instance &&
                 compare(keys.at(one.instance), keys.at(other.instance)) == Order::unordered))
                return std::nullopt;
    std::ranges::sort(visits, [&](const Visit &one, const Visit &other) {
        return compare(keys.at(one.instance), keys.at(other.instance)) == Order::before;
    });
    return visits;
}

/// The value of an element, where what copies wrote is what they had read.
ElementValue resolved(const ElementValue &value,
                      const std::map<Instance, ElementValue> &read_by_copies)
{
    if (value.writers.size() != 1 || !read_by_copies.contains(value.writers.front().instance))
        return value;
    return resolved(read_by_copies.at(value.writers.front().instance), read_by_copies);
}

/// What a run shows of the reads of another run, by the elements of that, through copies, and of
/// all arrays but one in the end.
RunResult translated(const RunResult &run, const RunResult &model, const std::string &array)
{
    std::map<Instance, ElementValue> read_by_copies;
    for (const auto &[read, value] : run.seen)
        if (const std::string &reader = read.first.instance.statement;
            reader.starts_with("copy") || reader.starts_with("last"))
            read_by_copies[read.first.instance] = value;
    auto is_buffer = [](const Instance &element) {
        return element.statement.ends_with("_packed") || element.statement.ends_with("_own");
    };
    RunResult result;
    for (const auto &[read, value] : model.seen)
        for (auto found = run.seen.lower_bound({read.first, Instance{}});
             found != run.seen.end() && found->first.first == read.first; ++found)
            if (found->first.second == read.second || read.second.statement == array ||
                is_buffer(found->first.second)) {
                ElementValue seen = found->second;
                if (is_buffer(found->first.second) && seen.base == ElementValue::Base::initial)
                    seen.base = ElementValue::Base::undefined;
                result.seen[read] = resolved(seen, read_by_copies);
            }
    for (const auto &[element, value] : run.last)
        if (element.statement != array && !is_buffer(element))
            result.last[element] = resolved(value, read_by_copies);
    return result;
}

/// Whether, for some small n, executing the changed program shows something else; nothing if it
/// has no order.
std::optional<bool> differs(const program::Program &original, const program::Program &changed,
                            const schedule::Tree &tree, const std::string &array)
{
    for (long n = 0; n <= greatest_constant; ++n) {
        Constants constants = {{"n", n}};
        auto visits = visits_in_order(changed, tree, constants);
        if (!visits)
            return std::nullopt;
        RunResult before = run(original_visits(original, constants));
        RunResult after = translated(run(*visits), before, array);
        std::erase_if(before.last, [&](const auto &one) { return one.first.statement == array; });
        if (!shows_the_same(before, after))
            return true;
    }
    return false;
}

/// Whether there are violations for an n that was tried.
bool has_small_one(const std::vector<Violation> &found)
{
    return std::ranges::any_of(found, [](const Violation &violation) {
        isl::set params = isl::manage(isl_map_params(violation.pairs.copy()));
        isl::set small(params.ctx(), "[n] -> { : n <= " + std::to_string(greatest_constant) + " }");
        return !params.is_disjoint(small);
    });
}

void check(const program::Program &original, const program::Program &changed,
           const schedule::Tree &tree, const std::string &array, const presburger::Context &context,
           Counts &counts)
{
    std::vector<Violation> found;
    if (!context.within_budget(budget, [&] {
            auto dependences = dependence::analyze(original, schedule::original_schedule(original));
            found = storage_violations(original, dependences, changed, tree);
        }))
        return;
    std::optional<bool> is_different = differs(original, changed, tree, array);
    if (!is_different)
        return;
    EXPECT_EQ(has_small_one(found), *is_different);
    counts.legal += !*is_different;
    counts.illegal += *is_different;
    counts.illegal_for_storage +=
        *is_different && std::ranges::all_of(found, [](const Violation &violation) {
            return violation.kind >= Violation::Kind::storage;
        });
    if (testing::Test::HasFailure()) {
        std::cerr << program::to_yaml(changed) << schedule::to_yaml(tree);
        for (const Violation &violation : found)
            std::cerr << int(violation.kind) << ": " << presburger::to_string(violation.pairs)
                      << "\n";
    }
}

void check_layout(const program::Program &original, const program::Program &changed,
                  const std::string &array, const presburger::Context &context, Random &random,
                  Counts &counts)
{
    check(original, changed,
          random.between(0, 2) == 0 ? schedule::original_schedule_without_kills(original)
                                    : random_reordering(original, random),
          array, context, counts);
}

/// A program with its copies in loops of their own, last.
program::Program with_copies_in_loops(program::Program program, std::size_t first_copy)
{
    for (std::size_t k = first_copy; k < program.statements.size(); ++k) {
        program::Nest nest;
        nest.kind = program::Nest::Kind::statement;
        nest.statement = k;
        for (std::size_t loop = program.statements[k].iterators.size(); loop-- > 0;) {
            program::Nest around;
            around.kind = program::Nest::Kind::loop;
            around.dimension = loop;
            around.children = {nest};
            nest = around;
        }
        program.nest.children.push_back(nest);
    }
    return program;
}

/// Packs in a random loop, and has some of what is in the region or the loop in another order.
void check_packing(const program::Program &program, std::size_t array,
                   const presburger::Context &context, Random &random, Counts &counts)
{
    transform::Beta loop = {random.between(0, 2)};
    if (random.between(0, 2) == 0)
        loop.push_back(random.between(0, 2));
    std::optional<transform::MatrixView> view;
    try {
        view = transform::pack(transform::original_view(program), program.arrays[array].name, loop);
        transform::Beta around = random.between(0, 2) == 0 ? loop : transform::enclose(loop);
        std::set<long> children;
        for (const transform::Statement *statement : statements_in(*view, around))
            children.insert(statement->beta[around.size()]);
        view = transform::reorder(*view, around, random.permutation(children.size()));
        if (random.between(0, 3) == 0)
            view = transform::fusion(*view, {}, 0);
    } catch (const Error &) {
        if (!view)
            return;
    }
    check(program, with_copies_in_loops(view->program, program.statements.size()),
          transform::schedule_tree(*view), "", context, counts);
}

/// Gives the iterations of a random loop copies of an array, and leaves out or moves what copies
/// them back.
void check_own_copy(const program::Program &program, std::size_t array,
                    const presburger::Context &context, Random &random, Counts &counts)
{
    transform::Beta loop = {random.between(0, 2)};
    if (random.between(0, 2) == 0)
        loop.push_back(random.between(0, 2));
    std::optional<transform::MatrixView> view;
    try {
        view = transform::with_own_copy(transform::original_view(program),
                                        program.arrays[array].name, loop);
        if (random.between(0, 3) == 0)
            view = transform::reorder(*view, loop,
                                      random.permutation(std::size_t(child_count(*view, loop))));
        else if (random.between(0, 3) == 0)
            view = transform::fusion(*view, {}, 0);
    } catch (const Error &) {
        if (!view)
            return;
    }
    check(program, with_copies_in_loops(view->program, program.statements.size()),
          transform::schedule_tree(*view), "", context, counts);
}

void check_programs(unsigned skipped)
{
    Counts counts;
    foreach_random_program(
        skipped, programs_per_test,
        [&](const program::Program &program, const presburger::Context &context, Random &random) {
            std::vector<std::size_t> used;
            for (std::size_t array = 0; array < program.arrays.size(); ++array)
                if (is_used(program, array))
                    used.push_back(array);
            for (std::size_t array : used) {
                program::Program original = with_local(program, array);
                auto changed = random_layout(original, array, random);
                if (changed && !writes_twice(*changed))
                    check_layout(original, *changed, program.arrays[array].name, context, random,
                                 counts);
                check_packing(program, array, context, random, counts);
            }
        });
    if (testing::Test::HasFailure())
        return;
    EXPECT_GE(counts.legal, 20U);
    EXPECT_GE(counts.illegal, 20U);
    EXPECT_GE(counts.illegal_for_storage, 10U);
}

TEST(StorageProperty, OfOwnCopiesIsThatOfExecution)
{
    Counts counts;
    foreach_random_program(
        0, 2 * programs_per_test,
        [&](const program::Program &program, const presburger::Context &context, Random &random) {
            for (std::size_t array = 0; array < program.arrays.size(); ++array)
                if (is_used(program, array))
                    check_own_copy(program, array, context, random, counts);
        });
    if (testing::Test::HasFailure())
        return;
    EXPECT_GE(counts.legal, 10U);
    EXPECT_GE(counts.illegal, 20U);
    EXPECT_GE(counts.illegal_for_storage, 10U);
}

TEST(StorageProperty, IsThatOfExecutionInPrograms1To150) { check_programs(0); }
TEST(StorageProperty, IsThatOfExecutionInPrograms151To300) { check_programs(150); }

} // namespace
} // namespace espalier::test
