#include "tests/support/random_programs.h"

#include "espalier/presburger/id.h"
#include "tests/support/random_trees.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <iostream>

namespace espalier::test {

using namespace program;

namespace {

constexpr std::size_t greatest_depth = 3;
constexpr unsigned loop_percent[greatest_depth] = {70, 45,
                                                   20}; ///< rather than a statement, at each depth

/// An array element in isl's notation: as many subscripts as the array has dimensions, or fewer
/// for a whole slice.
struct Element {
    std::size_t array;
    std::vector<std::string> subscripts;
};

class Generator {
public:
    Generator(isl::ctx ctx, unsigned seed)
        : random_(ctx, seed), lifetime_percent_(random_.chance(40) ? 95 : 10)
    {
    }

    Program program()
    {
        isl::ctx ctx = random_.ctx();
        result_.context = isl::set(ctx, "[n] -> { : n >= 0 }");
        result_.assumptions = isl::set(ctx, "{ : }");
        result_.parameters.push_back({presburger::make_id(ctx, "n"), "int",
                                      isl::val(ctx, -2147483647), isl::val(ctx, 2147483647),
                                      false});
        add_arrays();
        statements_left_ = random_.between(1, 7);
        while (statements_left_ > 0)
            result_.nest.children.push_back(part());
        if (has_temporary_)
            result_.nest.children.push_back(statement(&Generator::add_kill_of_temporary));
        return std::move(result_);
    }

private:
    void add_arrays()
    {
        std::vector<std::pair<std::string, std::size_t>> choices = {
            {"s", 0}, {"A", 1}, {"B", 1}, {"C", 2}};
        std::vector<std::size_t> order = random_.permutation(choices.size());
        order.resize(std::size_t(random_.between(2, 4)));
        for (std::size_t k : order) {
            auto [name, dimensions] = choices[k];
            add_array(name, dimensions);
        }
        shared_arrays_ = result_.arrays.size();
        add_array("t", 0);
    }

    void add_array(const std::string &name, std::size_t dimensions)
    {
        isl::pw_aff extent(random_.ctx(), "[n] -> { [(2n + 2)] }");
        std::vector<std::string> spelling(dimensions + 1);
        spelling.front() = name;
        result_.arrays.push_back({name, "int", {dimensions, extent}, spelling});
    }

    Nest part()
    {
        if (loops_.size() < greatest_depth && random_.chance(loop_percent[loops_.size()]))
            return loop();
        --statements_left_;
        if (random_.chance(lifetime_percent_))
            return lifetime_of_temporary();
        return random_.chance(15) ? statement(&Generator::add_kill)
                                  : statement(&Generator::add_accesses);
    }

    /// A write of the temporary and its use right after: such pairs may change their order.
    Nest lifetime_of_temporary()
    {
        has_temporary_ = true;
        Nest result;
        result.children.push_back(statement(&Generator::add_definition_of_temporary));
        result.children.push_back(statement(&Generator::add_use_of_temporary));
        return result;
    }

    Nest loop()
    {
        Nest result;
        result.kind = Nest::Kind::loop;
        result.dimension = loops_.size();
        result.is_decreasing = random_.chance(25);
        loops_.push_back(bounds());
        result.children.push_back(body());
        loops_.pop_back();
        return result;
    }

    Nest body()
    {
        Nest result;
        for (long k = random_.between(1, 4); k > 0 && statements_left_ > 0; --k)
            result.children.push_back(part());
        return result.children.size() == 1 ? Nest(result.children.front()) : result;
    }

    Nest statement(void (Generator::*add)(program::Statement &))
    {
        Nest result;
        result.kind = Nest::Kind::statement;
        result.statement = result_.statements.size();
        tuple_ = fmt::format("S{}[{}]", result.statement, variables(loops_.size(), "i"));
        program::Statement made;
        made.domain = domain();
        for (std::size_t k = 0; k < loops_.size(); ++k)
            made.iterators.push_back({variable(k), "int"});
        made.body = make_expression(Literal{"0"});
        (this->*add)(made);
        result_.statements.push_back(std::move(made));
        return result;
    }

    isl::set domain()
    {
        std::vector<std::string> conditions = loops_;
        if (random_.chance(25))
            conditions.push_back(guard());
        std::string all =
            conditions.empty() ? "true" : fmt::format("({})", fmt::join(conditions, ") and ("));
        return isl::set(random_.ctx(), fmt::format("[n] -> {{ {} : {} }}", tuple_, all));
    }

    /// Of a loop inside the current ones.
    std::string bounds()
    {
        std::vector<std::string> least = {"0", "0", "0", "1"};
        std::vector<std::string> end = {"n", "n", "n", "n - 1", "3"};
        if (!loops_.empty()) {
            std::string outer = any_variable();
            least.insert(least.end(), {outer, outer + " + 1"});
            end.insert(end.end(), {outer, outer + " + 2", "n - " + outer});
        }
        std::string own = variable(loops_.size()), first = random_.pick(least);
        std::string range = fmt::format("{} <= {} < {}", first, own, random_.pick(end));
        return random_.chance(20) ? fmt::format("{} and ({} - ({})) mod 2 = 0", range, own, first)
                                  : range;
    }

    std::string guard()
    {
        if (loops_.empty())
            return random_.pick<std::string>({"n >= 2", "n mod 2 = 0"});
        std::string x = any_variable(), y = any_variable();
        return random_.pick<std::string>({x + " >= 1", x + " <= 1", x + " + " + y + " < n",
                                          x + " = " + y, x + " mod 2 = 1", x + " = n - 1",
                                          x + " = 0 or " + x + " = n - 1", "n >= 2 + " + x});
    }

    void add_access(program::Statement &statement, AccessKind kind, const Element &element)
    {
        statement.accesses.push_back(access(kind, element, statement.domain));
    }

    void add_kill(program::Statement &statement)
    {
        statement.body = nullptr;
        add_access(statement, AccessKind::kill, killed_element());
    }

    void add_kill_of_temporary(program::Statement &statement)
    {
        statement.body = nullptr;
        add_access(statement, AccessKind::kill, temporary());
    }

    void add_definition_of_temporary(program::Statement &statement)
    {
        add_access(statement, AccessKind::read, any_element(false));
        add_access(statement, AccessKind::write, temporary());
    }

    /// Where lifetimes are frequent, the use mostly writes an element of its own at each instance,
    /// so that nothing else keeps the lifetimes in order.
    void add_use_of_temporary(program::Statement &statement)
    {
        add_access(statement, AccessKind::read, temporary());
        add_access(statement, AccessKind::write,
                   random_.chance(lifetime_percent_) ? element_of_its_own() : any_element(false));
    }

    Element element_of_its_own()
    {
        Element result{result_.arrays.size(), {}};
        for (std::size_t k = 0; k < loops_.size(); ++k)
            result.subscripts.push_back(variable(k));
        add_array(fmt::format("U{}", result.array), loops_.size());
        return result;
    }

    void add_accesses(program::Statement &statement)
    {
        auto add = [&](AccessKind kind, const Element &element) {
            add_access(statement, kind, element);
        };
        std::vector<Element> written = written_elements();
        for (long k = random_.between(written.empty() ? 1 : 0, 3); k > 0; --k)
            add(AccessKind::read, any_element(random_.chance(10)));
        for (const Element &element : written) {
            if (random_.chance(30))
                add(AccessKind::read, element);
            add(random_.chance(75) ? AccessKind::write : AccessKind::may_write, element);
        }
    }

    /// Up to two, never the same.
    std::vector<Element> written_elements()
    {
        std::vector<Element> result;
        if (random_.chance(15))
            return result;
        result.push_back(any_element(random_.chance(5)));
        if (random_.chance(75))
            return result;
        Element other = result.front();
        if (random_.chance(50) && !other.subscripts.empty())
            other.subscripts.front() += " + 1";
        else
            do
                other = any_element(false);
            while (other.array == result.front().array);
        result.push_back(other);
        return result;
    }

    Element killed_element()
    {
        Element element = any_element(false);
        if (random_.chance(60))
            element.subscripts.clear();
        return element;
    }

    /// A scalar that other accesses leave alone.
    Element temporary() const { return {shared_arrays_, {}}; }

    Element any_element(bool is_slice)
    {
        Element result{std::size_t(random_.between(0, long(shared_arrays_))), {}};
        std::size_t dimensions = result_.arrays[result.array].extents.size();
        for (std::size_t k = is_slice ? 1 : 0; k < dimensions; ++k)
            result.subscripts.push_back(subscript());
        return result;
    }

    std::string subscript()
    {
        if (loops_.empty() || random_.chance(15))
            return random_.pick<std::string>({"0", "1", "2", "n - 1"});
        std::string x = any_variable(), y = any_variable();
        return random_.pick<std::string>({x, x, x, x + " - 1", x + " + 1", x + " + " + y,
                                          "n - 1 - " + x, "2" + x, x + " - " + y});
    }

    Access access(AccessKind kind, const Element &element, const isl::set &domain)
    {
        const Array &array = result_.arrays[element.array];
        std::vector<std::string> all = element.subscripts, conditions = {"true"};
        // A kill of a slice has no bounds, as in the front end.
        for (std::size_t k = all.size(); k < array.extents.size(); ++k) {
            all.push_back(fmt::format("a{}", k));
            if (kind != AccessKind::kill)
                conditions.push_back(fmt::format("0 <= a{} < n", k));
        }
        std::vector<isl::pw_aff> subscripts;
        for (const std::string &value : element.subscripts)
            subscripts.emplace_back(random_.ctx(),
                                    fmt::format("[n] -> {{ {} -> [({})] }}", tuple_, value));
        isl::map relation(random_.ctx(),
                          fmt::format("[n] -> {{ {} -> {}[{}] : {} }}", tuple_, array.name,
                                      fmt::join(all, ", "), fmt::join(conditions, " and ")));
        isl::id reference = presburger::make_id(random_.ctx(), fmt::format("R{}", references_++));
        return {kind, element.array, reference, relation.intersect_domain(domain), subscripts};
    }

    static std::string variable(std::size_t loop) { return fmt::format("i{}", loop); }

    std::string any_variable()
    {
        return variable(std::size_t(random_.between(0, long(loops_.size()))));
    }

    Random random_;
    Program result_;
    std::vector<std::string> loops_; ///< the bounds of the loops around the place, outermost first
    std::string tuple_;              ///< "S0[i0, i1]": of the statement in the making
    long statements_left_ = 0;
    bool has_temporary_ = false;
    unsigned lifetime_percent_;
    std::size_t shared_arrays_ = 0; ///< those that any access may touch, the first ones
    unsigned references_ = 0;
};

} // namespace

program::Program random_program(isl::ctx ctx, unsigned seed)
{
    return Generator(ctx, seed).program();
}

void foreach_random_program(unsigned skipped, unsigned count,
                            const std::function<void(const program::Program &,
                                                     const presburger::Context &, Random &)> &check)
{
    presburger::Context context;
    unsigned first = first_seed() + skipped;
    for (unsigned seed = first; seed < first + count; ++seed) {
        Program program = random_program(context.get(), seed);
        Random random(context.get(), seed);
        try {
            check(program, context, random);
        } catch (const std::exception &error) {
            ADD_FAILURE() << error.what();
        }
        if (testing::Test::HasFailure()) {
            std::cerr << "  with seed " << seed << ":\n" << to_yaml(program);
            return;
        }
    }
}

} // namespace espalier::test
