#include "tests/support/executed_dependences.h"

#include "espalier/schedule/original.h"

#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>

#include <algorithm>
#include <functional>
#include <map>

namespace espalier::test {

using program::AccessKind;

namespace {

/// The name of R in { [S[i] -> R[]] }.
std::string reference_of(const isl::space &tagged)
{
    return isl_space_get_tuple_name(tagged.unwrap().range().get(), isl_dim_set);
}

std::set<std::pair<Instance, Instance>> pairs(const isl::map &map, const Constants &constants)
{
    return elements(map.to_union_map(), constants);
}

/// Instances in order of execution, by their places in a tree without unordered ones.
std::vector<Instance> in_order(const schedule::Tree &tree, const Constants &constants)
{
    std::vector<Execution> all = executions(tree.node(), constants);
    std::ranges::sort(all, [](const Execution &one, const Execution &other) {
        return compare(one.key, other.key) == Order::before;
    });
    std::vector<Instance> result;
    for (const Execution &execution : all)
        result.push_back(execution.instance());
    return result;
}

/// Collects what the instances of a program access.
class Accesses {
public:
    Accesses(const program::Program &program, const Constants &constants) : constants_(constants)
    {
        for (AccessKind kind : {AccessKind::read, AccessKind::write, AccessKind::may_write})
            for_each(program, kind, [&](const program::Access &access) {
                for (const auto &[instance, element] : pairs(access.relation, constants))
                    add(instance, access, element);
            });
        for_each(program, AccessKind::kill, [&](const program::Access &access) { kill(access); });
    }

    const std::vector<ElementAccess> &of(const Instance &instance) { return found_[instance]; }

private:
    template <class Action>
    static void for_each(const program::Program &program, AccessKind kind, const Action &action)
    {
        for (const program::Statement &statement : program.statements)
            for (const program::Access &access : statement.accesses)
                if (access.kind == kind)
                    action(access);
    }

    void add(const Instance &instance, const program::Access &access, const Instance &element)
    {
        found_[instance].push_back({access.kind, access.reference.name(), element});
        touched_[element.statement].insert(element);
    }

    /// Adds a kill, which may have no bounds, of what is touched.
    void kill(const program::Access &access)
    {
        std::string array = isl_map_get_tuple_name(access.relation.get(), isl_dim_out);
        isl::map bounded = access.relation.intersect_range(
            bounding_box(access.relation.space().range(), touched_[array]));
        for (const auto &[instance, element] : pairs(bounded, constants_))
            found_[instance].push_back({access.kind, access.reference.name(), element});
    }

    static isl::set bounding_box(const isl::space &array, const std::set<Instance> &touched)
    {
        if (touched.empty())
            return isl::set::empty(array);
        isl::set box = isl::set::universe(array);
        for (unsigned k = 0; k < touched.begin()->at.size(); ++k) {
            auto subscript = [k](const Instance &element) { return element.at[k]; };
            int least = int(std::ranges::min(touched, {}, subscript).at[k]);
            int greatest = int(std::ranges::max(touched, {}, subscript).at[k]);
            box = isl::manage(isl_set_lower_bound_si(box.release(), isl_dim_set, k, least));
            box = isl::manage(isl_set_upper_bound_si(box.release(), isl_dim_set, k, greatest));
        }
        return box;
    }

    const Constants &constants_;
    std::map<Instance, std::vector<ElementAccess>> found_;
    std::map<std::string, std::set<Instance>> touched_; ///< elements of each array
};

} // namespace

std::ostream &operator<<(std::ostream &stream, const TaggedInstance &tagged)
{
    return stream << tagged.instance << " by " << tagged.reference;
}

TaggedPairs tagged_pairs(const isl::union_map &relation, const Constants &constants)
{
    TaggedPairs result;
    relation.foreach_map([&](const isl::map &map) {
        std::string first = reference_of(map.space().domain());
        std::string second = reference_of(map.space().range());
        for (const auto &[one, other] : pairs(map.factor_domain(), constants))
            result.insert({{one, first}, {other, second}});
    });
    return result;
}

TaggedElements tagged_elements(const isl::union_map &relation, const Constants &constants)
{
    TaggedElements result;
    relation.foreach_map([&](const isl::map &map) {
        std::string reference = reference_of(map.space().domain());
        for (const auto &[instance, element] : pairs(map.domain_factor_domain(), constants))
            result.insert({{instance, reference}, element});
    });
    return result;
}

std::vector<Visit> original_visits(const program::Program &program, const Constants &constants)
{
    Accesses accesses(program, constants);
    std::set<std::string> kills;
    for (const program::Statement &statement : program.statements)
        if (statement.is_kill())
            kills.insert(statement.name());
    std::vector<Visit> result;
    for (const Instance &instance : in_order(schedule::original_schedule(program), constants))
        result.push_back({instance, accesses.of(instance), kills.contains(instance.statement)});
    return result;
}

namespace {

/// An access of one element.
struct Event {
    std::size_t time; ///< position of the instance
    AccessKind kind;
    TaggedInstance who;

    bool is_read() const { return kind == AccessKind::read; }
    bool is_write() const { return kind == AccessKind::write || kind == AccessKind::may_write; }
    bool is_definite() const { return kind == AccessKind::write || kind == AccessKind::kill; }
};

/// All of them, in order.
using History = std::vector<Event>;

/// What a walk meets: the sources, the last first, and whether something ended it.
struct Met {
    std::vector<const Event *> sources;
    bool is_ended = false;
};

template <class IsSource, class Ends>
Met walk_back(const History &history, const Event &from, const IsSource &is_source,
              const Ends &ends)
{
    Met result;
    for (std::size_t k = history.size(); k-- > 0;) {
        const Event &event = history[k];
        if (event.time >= from.time)
            continue;
        if (is_source(event))
            result.sources.push_back(&event);
        result.is_ended = ends(event);
        if (result.is_ended)
            break;
    }
    return result;
}

bool never(const Event &) { return false; }

class Finder {
public:
    explicit Finder(const std::vector<Visit> &visits)
    {
        for (std::size_t time = 0; time < visits.size(); ++time)
            for (const ElementAccess &access : visits[time].accesses)
                histories_[access.element].push_back(
                    {time, access.kind, {visits[time].instance, access.reference}});
    }

    ExecutedDependences run()
    {
        for (const auto &[element, history] : histories_)
            for (const Event &event : history) {
                if (event.is_read())
                    add_read(element, history, event);
                else if (event.is_write())
                    add_write(element, history, event);
            }
        for (const auto &[source, sink] : result_.flow)
            matched_.insert(source);
        for (const auto &[element, history] : histories_)
            for (const Event &event : history)
                if (event.is_write())
                    add_order(element, history, event);
        return std::move(result_);
    }

private:
    static void add(TaggedPairs &pairs, const std::vector<const Event *> &sources,
                    const Event &sink)
    {
        for (const Event *source : sources)
            pairs.insert({source->who, sink.who});
    }

    void add_read(const Instance &element, const History &history, const Event &read)
    {
        Met seen = walk_back(history, read, std::mem_fn(&Event::is_write),
                             std::mem_fn(&Event::is_definite));
        add(result_.flow, seen.sources, read);
        if (seen.sources.size() == 1 && seen.sources.front()->is_definite())
            add(result_.must_flow, seen.sources, read);
        if (!seen.is_ended)
            result_.live_in.insert({read.who, element});
        for (const Event *later : seen.sources)
            for (const Event *earlier : seen.sources)
                if (earlier->time < later->time)
                    result_.forced.insert({earlier->who, later->who});
        add(result_.input,
            walk_back(history, read, std::mem_fn(&Event::is_read), std::mem_fn(&Event::is_definite))
                .sources,
            read);
    }

    void add_write(const Instance &element, const History &history, const Event &write)
    {
        auto ends = [](const Event &event) { return event.kind == AccessKind::write; };
        add(result_.anti, walk_back(history, write, std::mem_fn(&Event::is_read), ends).sources,
            write);
        add(result_.output, walk_back(history, write, std::mem_fn(&Event::is_write), ends).sources,
            write);
        auto overwrites = [&](const Event &event) {
            return event.time > write.time && event.is_definite();
        };
        if (std::ranges::none_of(history, overwrites))
            result_.live_out.insert({write.who, element});
    }

    /// What needs to be known of other elements first.
    void add_order(const Instance &element, const History &history, const Event &write)
    {
        auto add_all = [&](TaggedPairs &pairs, const auto &is_source) {
            add(pairs, walk_back(history, write, is_source, never).sources, write);
        };
        add_all(result_.order, [&](const Event &event) {
            return event.is_read() || (event.is_write() && !matched_.contains(event.who));
        });
        add_all(result_.forced,
                [&](const Event &event) { return result_.live_in.contains({event.who, element}); });
        if (result_.live_out.contains({write.who, element}))
            add_all(result_.forced, std::mem_fn(&Event::is_write));
    }

    std::map<Instance, History> histories_; ///< of each element
    std::set<TaggedInstance> matched_;      ///< writes from which some read has flow
    ExecutedDependences result_;
};

} // namespace

ExecutedDependences executed_dependences(const std::vector<Visit> &visits)
{
    return Finder(visits).run();
}

} // namespace espalier::test
