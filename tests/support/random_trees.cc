#include "tests/support/random_trees.h"

#include "espalier/presburger/context.h"
#include "espalier/schedule/yaml.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <isl/aff.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_map.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

namespace espalier::test {

using namespace schedule;

TreeKnobs without_anchors()
{
    TreeKnobs result;
    result.contexts = result.guards = result.isolations = result.extensions = false;
    return result;
}

namespace {

/// Makes one tree. It keeps track of what reaches the place where it is by itself, so that its
/// trees do not depend on what they are to test.
class Generator {
public:
    Generator(isl::ctx ctx, unsigned seed, const TreeKnobs &knobs)
        : random_(ctx, seed), knobs_(knobs)
    {
    }

    RandomTree tree()
    {
        constants_ = {{"n", random_.between(2, 5)}, {"m", random_.between(1, 4)}};
        isl::union_set instances = domain();
        isl::union_map prefix =
            isl::manage(isl_union_map_from_domain(instances.copy())); // { S[i] -> [] }
        Place place{instances, prefix, 0, {"n", "m"}, knobs_.levels};
        NodePtr below = knobs_.contexts && random_.chance(50) ? context(place) : subtree(place);
        return {Tree(node(Domain{instances}, below)), constants_};
    }

private:
    /// What is known where a subtree is to stand.
    struct Place {
        isl::union_set instances;           ///< { S[i] }
        isl::union_map prefix;              ///< { S[i] -> [t] }
        std::size_t depth;                  ///< number of dimensions of t
        std::vector<std::string> constants; ///< introduced so far
        unsigned levels;                    ///< that may follow

        std::vector<Statement> statements() const { return test::statements(instances); }
        Place below() const
        {
            Place result = *this;
            --result.levels;
            return result;
        }
    };

    isl::union_set domain()
    {
        static constexpr std::size_t most = 48;
        for (;;) {
            std::vector<std::string> pieces(std::size_t(random_.between(1, 5)));
            for (std::size_t k = 0; k < pieces.size(); ++k)
                pieces[k] = statement(k);
            isl::union_set result(random_.ctx(),
                                  fmt::format("[n, m] -> {{ {} }}", fmt::join(pieces, "; ")));
            if (elements(result, constants_).size() <= most)
                return result;
        }
    }

    std::string statement(std::size_t number)
    {
        std::size_t dimensions = random_.pick<std::size_t>({0, 1, 1, 2, 2, 2, 3});
        std::vector<std::string> constraints(dimensions);
        for (std::size_t k = 0; k < dimensions; ++k)
            constraints[k] = range(long(k));
        if (dimensions > 0 && random_.chance(15))
            constraints.push_back("x0 mod 2 = 0");
        if (knobs_.existentials && dimensions > 0 && random_.chance(30))
            constraints.push_back(existential());
        return fmt::format(
            "{} : {}", any_instance({"S" + std::to_string(number), dimensions}),
            constraints.empty() ? "true" : fmt::format("{}", fmt::join(constraints, " and ")));
    }

    std::string existential()
    {
        return random_.pick<std::string>({"(x0 - n) mod 3 = 0", "x0 mod 3 >= 1",
                                          "2 * floor(n/2) <= x0 + m",
                                          "(exists a, b : x0 = 2a + 3b and 0 <= a < 2 and 0 <= b)",
                                          "(exists a : 2a >= x0 and a <= x0 and 3a <= n + x0)"});
    }

    std::string range(long k)
    {
        std::vector<std::string> forms = {fmt::format("0 <= x{} < n", k),
                                          fmt::format("1 <= x{} <= m", k),
                                          fmt::format("0 <= x{} < 2", k)};
        if (k > 0) {
            long outer = random_.between(0, k);
            forms.push_back(fmt::format("0 <= x{} <= x{}", k, outer));
            forms.push_back(fmt::format("x{} <= x{} < n", outer, k));
        }
        return random_.pick(forms);
    }

    NodePtr subtree(const Place &place)
    {
        if (place.levels == 0 || place.statements().empty())
            return leaf();
        using Maker = NodePtr (Generator::*)(const Place &);
        std::vector<Maker> makers(8, &Generator::any_band);
        auto add = [&](std::size_t weight, Maker maker) {
            makers.insert(makers.end(), weight, maker);
        };
        add(6, &Generator::sequence_of_parts);
        add(knobs_.sets ? 3 : 0, &Generator::set_of_parts);
        add(knobs_.filters ? 1 : 0, &Generator::filter);
        add(knobs_.marks ? 2 : 0, &Generator::mark);
        add(knobs_.contexts ? 2 : 0, &Generator::context);
        add(knobs_.guards ? 1 : 0, &Generator::guard);
        add(knobs_.expansions ? 2 : 0, &Generator::expansion);
        add(knobs_.extensions ? 2 : 0, &Generator::extension);
        add(1, &Generator::end);
        return (this->*random_.pick(makers))(place);
    }

    NodePtr end(const Place &) { return leaf(); }

    std::size_t member_count()
    {
        return knobs_.empty_bands && random_.chance(5)
                   ? 0
                   : random_.pick<std::size_t>({1, 1, 1, 2, 2, 3});
    }

    NodePtr any_band(const Place &place) { return band(place, member_count()); }

    NodePtr band(const Place &place, std::size_t members)
    {
        isl::multi_union_pw_aff schedule =
            random_.schedule(place.statements(), place.constants, members);
        if (members > 0 && random_.chance(20))
            schedule = schedule.intersect_domain(place.instances);
        if (knobs_.named_bands && random_.chance(10))
            schedule = schedule.set_range_tuple("L" + std::to_string(random_.between(0, 2)));
        Band band(schedule);
        if (knobs_.options)
            set_options(band);
        if (knobs_.isolations && members > 0 && random_.chance(knobs_.isolation_percent))
            band.isolation = random_.isolation(place.depth, members, place.constants);
        Place below = place.below();
        below.depth += members;
        if (members > 0) {
            isl::union_map values = isl::union_map::from(schedule.reset_range_tuple_id());
            below.prefix = isl::manage(
                isl_union_map_flat_range_product(below.prefix.release(), values.release()));
        }
        if (knobs_.bounded_unrolls)
            remove_unbounded_unrolls(band, place.depth, below.prefix);
        return node(band, subtree(below));
    }

    /// \param prefix  { S[i] -> [t, b] }
    void remove_unbounded_unrolls(Band &band, std::size_t depth, const isl::union_map &prefix)
    {
        for (std::size_t k = 0; k < band.size(); ++k) {
            Member &member = band.members[k];
            bool is_unrolled =
                member.option == LoopOption::unroll || member.isolated_option == LoopOption::unroll;
            if (!is_unrolled || is_bounded(prefix, depth + k))
                continue;
            for (LoopOption *option : {&member.option, &member.isolated_option})
                if (*option == LoopOption::unroll)
                    *option = LoopOption::none;
        }
    }

    /// Whether dimension k of t has at most a constant number of values for each of the outer ones.
    /// \param prefix  { S[i] -> [t] }
    static bool is_bounded(const isl::union_map &prefix, std::size_t k)
    {
        isl::set times = prefix.range().as_set();
        unsigned size = times.tuple_dim();
        times = isl::manage(isl_set_project_out(times.release(), isl_dim_set, unsigned(k) + 1,
                                                size - unsigned(k) - 1));
        isl::map values = isl::manage(isl_map_from_range(times.release()));
        values = isl::manage(
            isl_map_move_dims(values.release(), isl_dim_in, 0, isl_dim_out, 0, unsigned(k)));
        isl::set distances = values.reverse().apply_range(values).deltas();
        distances = isl::manage(isl_set_project_out_all_params(distances.release()));
        return isl_set_is_bounded(distances.get()) == isl_bool_true;
    }

    void set_options(Band &band)
    {
        std::vector<LoopOption> options = {LoopOption::none, LoopOption::none, LoopOption::separate,
                                           LoopOption::atomic, LoopOption::unroll};
        band.is_permutable = random_.chance(50);
        for (Member &member : band.members) {
            member.is_coincident = random_.chance(40);
            member.option = random_.pick(options);
            member.isolated_option = random_.pick(options);
        }
    }

    Place selecting(const Place &place, const isl::union_set &instances)
    {
        Place result = place;
        result.instances = place.instances.intersect(instances);
        result.prefix = place.prefix.intersect_domain(instances);
        return result;
    }

    /// A filter written with all constraints, or with those alone that tell it from its siblings.
    Filter written(const Place &below, const isl::union_set &instances)
    {
        return {random_.chance(50) ? instances : below.instances};
    }

    NodePtr filter_over_subtree(const Place &place, const isl::union_set &instances)
    {
        Place below = selecting(place, instances);
        return node(written(below, instances), subtree(below));
    }

    /// The children of a sequence or set; some are all bands of one size, as loops are.
    std::vector<NodePtr> parts(const Place &place)
    {
        std::size_t count = random_.pick<std::size_t>({1, 2, 2, 2, 3, 3, 4});
        std::size_t members = member_count();
        bool are_bands = place.levels > 1 && random_.chance(40);
        std::vector<NodePtr> result;
        for (const isl::union_set &part :
             random_.partition(place.statements(), place.constants, count, knobs_.splits)) {
            Place below = selecting(place.below(), part);
            bool is_band = are_bands && !below.statements().empty();
            NodePtr child = is_band ? band(below, members) : subtree(below);
            result.push_back(node(written(below, part), child));
        }
        return result;
    }

    NodePtr sequence_of_parts(const Place &place) { return sequence(parts(place)); }
    NodePtr set_of_parts(const Place &place) { return set(parts(place)); }

    NodePtr filter(const Place &place)
    {
        return filter_over_subtree(place.below(),
                                   random_.part(place.statements(), place.constants));
    }

    NodePtr mark(const Place &place)
    {
        static const std::vector<std::string> names = {
            "kernel", "a b",      "x: y", "# none", " spaces ", "null", "true", "12",
            "- a",    "{ S[i] }", "it's", "~",      "*p",       "&a",   "é",    "child: leaf"};
        return node(Mark{random_.pick(names)}, subtree(place.below()));
    }

    /// { [t] }: where the instances are in the outer bands.
    isl::set dimensions(const Place &place) const
    {
        isl_space *space = isl_space_set_alloc(random_.ctx().get(), 0, unsigned(place.depth));
        return place.prefix.range().extract_set(isl::manage(space)).coalesce();
    }

    /// A constraint that is true of the constants, and of the schedule dimensions if `is_anchored`.
    isl::set fact(const Place &place, bool is_anchored)
    {
        std::string constant = random_.pick(place.constants);
        isl::set about_constants(
            random_.ctx(), fmt::format("{}{{ : {} >= {} }}", introduction(place.constants),
                                       constant, constants_.at(constant) - random_.between(0, 2)));
        if (!is_anchored)
            return about_constants;
        isl::set everywhere = isl::set::universe(dimensions(place).space());
        if (place.depth > 0 && random_.chance(50))
            everywhere = isl::manage(isl_set_simple_hull(dimensions(place).release()));
        return everywhere.intersect_params(about_constants);
    }

    /// Half of the contexts introduce a constant, which a filter below them uses.
    NodePtr context(const Place &place)
    {
        Place below = place.below();
        isl::set constraints = fact(place, random_.chance(50));
        if (random_.chance(50))
            return node(Context{constraints}, subtree(below));
        std::string constant = "b" + std::to_string(constants_.size());
        constants_[constant] = random_.between(0, 2);
        below.constants.push_back(constant);
        isl::set bounds(random_.ctx(), fmt::format("[{0}] -> {{ : 0 <= {0} < 2 }}", constant));
        isl::union_set mapped = instances_of(constant, place.statements());
        return node(Context{constraints.intersect_params(bounds)},
                    filter_over_subtree(below, mapped));
    }

    /// { S[x] : x0 mod 2 = constant }, all instances of statements without dimensions
    isl::union_set instances_of(const std::string &constant,
                                const std::vector<Statement> &statements)
    {
        std::vector<std::string> pieces;
        pieces.reserve(statements.size());
        for (const Statement &statement : statements)
            pieces.push_back(fmt::format(
                "{} : {}", any_instance(statement),
                statement.dimensions == 0 ? "true" : fmt::format("x0 mod 2 = {}", constant)));
        return isl::union_set(random_.ctx(),
                              fmt::format("[{}] -> {{ {} }}", constant, fmt::join(pieces, "; ")));
    }

    NodePtr guard(const Place &place)
    {
        return node(Guard{fact(place, random_.chance(50))}, subtree(place.below()));
    }

    NodePtr expansion(const Place &place)
    {
        static constexpr std::size_t most = 30;
        if (elements(place.instances, constants_).size() > most)
            return any_band(place);
        std::vector<std::string> forward, backward;
        for (const Statement &old : place.statements())
            expand(old, forward, backward);
        isl::union_map expansion(random_.ctx(), fmt::format("{{ {} }}", fmt::join(forward, "; ")));
        isl::union_pw_multi_aff contraction(random_.ctx(),
                                            fmt::format("{{ {} }}", fmt::join(backward, "; ")));
        Place below = place.below();
        below.instances = place.instances.apply(expansion);
        below.prefix = place.prefix.apply_domain(expansion);
        return node(Expansion{contraction, expansion}, subtree(below));
    }

    /// S[x] -> X[x, y], S[x] -> X[2 x] and X[2 x + 1], or S[x] -> X[x]; and perhaps one more.
    void expand(const Statement &old, std::vector<std::string> &forward,
                std::vector<std::string> &backward)
    {
        std::string from = any_instance(old);
        long more = random_.chance(30) ? 1 : 0;
        for (long copy = 0; copy <= more; ++copy) {
            std::size_t extra = random_.chance(60) ? 1 : 0;
            std::string to = any_instance({fresh("X"), old.dimensions + extra}), image = from;
            std::string condition =
                extra > 0 ? fmt::format("0 <= x{} < 2", old.dimensions) : "true";
            if (extra == 0 && old.dimensions > 0 && random_.chance(50)) {
                condition = "2 x0 <= y <= 2 x0 + 1";
                to.replace(to.find("x0"), 2, "y");
                image.replace(image.find("x0"), 2, "floor(y/2)");
            }
            forward.push_back(fmt::format("{} -> {} : {}", from, to, condition));
            backward.push_back(image == from ? fmt::format("{} -> {} : {}", to, from, condition)
                                             : fmt::format("{} -> {}", to, image));
        }
    }

    NodePtr extension(const Place &place)
    {
        static constexpr std::size_t most = 10;
        isl::set where = dimensions(place);
        if (elements(isl::union_set(where), constants_).size() > most)
            return any_band(place);
        isl::map relation(
            random_.ctx(),
            fmt::format("{{ [{}] -> {} }}", variables(place.depth, "t"), added(place.depth)));
        isl::union_map added(relation.intersect_domain(where));
        Place below = place.below();
        below.instances = place.instances.unite(added.range());
        below.prefix = place.prefix.unite(added.reverse());
        return node(Extension{added}, subtree(below));
    }

    std::string added(std::size_t depth)
    {
        std::string name = fresh("E");
        std::vector<std::string> forms = {name + "[]", name + "[x] : 0 <= x < 2"};
        if (depth > 0) {
            forms.push_back(name + "[t0, x] : 0 <= x < 2");
            forms.push_back(fmt::format("{}[{}]", name, variables(depth, "t")));
        }
        return random_.pick(forms);
    }

    std::string fresh(const std::string &letter) { return letter + std::to_string(names_++); }

    Random random_;
    TreeKnobs knobs_;
    Constants constants_;
    unsigned names_ = 0;
};

} // namespace

RandomTree random_tree(isl::ctx ctx, unsigned seed, const TreeKnobs &knobs)
{
    return Generator(ctx, seed, knobs).tree();
}

unsigned first_seed()
{
    const char *given = std::getenv("ESPALIER_FIRST_SEED");
    return given ? unsigned(std::stoul(given)) : 1;
}

void foreach_random_tree(unsigned count, const TreeKnobs &knobs,
                         const std::function<void(const RandomTree &, Random &)> &check)
{
    presburger::Context context;
    for (unsigned seed = first_seed(); seed < first_seed() + count; ++seed) {
        RandomTree tree = random_tree(context.get(), seed, knobs);
        Random random(context.get(), seed);
        try {
            check(tree, random);
        } catch (const std::exception &error) {
            ADD_FAILURE() << error.what();
        }
        if (testing::Test::HasFailure()) {
            std::cerr << "  with seed " << seed << ":\n" << to_yaml(tree.tree);
            return;
        }
    }
}

} // namespace espalier::test
