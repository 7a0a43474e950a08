#include "espalier/targets/c/sum_loop.h"

#include "espalier/lowering/vector_type.h"
#include "espalier/program/arithmetic.h"
#include "espalier/program/print.h"
#include "espalier/targets/c/subscripts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace espalier::targets {

namespace {

using ast::ExpressionPtr;
using ast::Operator;

/// Bytes of the vectors: transposing wider ones takes more time than it saves.
constexpr long vector_bytes = 32;

/// A statement instance of the loop's body.
struct Step {
    const ast::User *user;
    const program::Statement *statement;
    const program::Assignment *assignment;
    std::size_t target; ///< the access that it assigns to
    bool is_sum;

    std::size_t array() const { return statement->accesses[target].array; }
};

class VectorLoopPrinter {
public:
    VectorLoopPrinter(CPrinter &printer, const program::Program &program, const ast::For &loop,
                      const Layout &layout)
        : printer_(printer), program_(program), loop_(loop), layout_(layout)
    {
    }

    std::optional<VectorLoop> print_sums()
    {
        if (!counts_up() || !read_steps(*loop_.body) || !keeps_columns_apart() || !group_sums() ||
            groups_.empty())
            return std::nullopt;
        return print();
    }

    std::optional<VectorLoop> print_cached(const ast::For &strips,
                                           const std::set<std::string> &cached)
    {
        if (!counts_up() || !read_steps(*loop_.body) || !keeps_columns_apart() ||
            std::ranges::any_of(steps_, &Step::is_sum))
            return std::nullopt;
        std::string next = printer_.temporary();
        std::set<std::string> following;
        for (const Step &step : steps_)
            for (std::size_t k = 0; k < step.statement->accesses.size(); ++k) {
                std::vector<ExpressionPtr> subscripts =
                    printer_.subscripts(*step.user, *step.statement, k);
                bool is_row = std::ranges::any_of(subscripts, [&](const ExpressionPtr &subscript) {
                    return mentions(*subscript, strips.iterator);
                });
                if (!is_row || movement(subscripts, column()) != Movement::along)
                    continue;
                if (!cached.contains(printer_.element(*step.user, *step.statement, k)))
                    return std::nullopt;
                for (ExpressionPtr &subscript : subscripts)
                    subscript = replaced(subscript, strips.iterator, name_of(next));
                following.insert(printer_.element(step.statement->accesses[k].array, subscripts));
            }
        if (following.empty())
            return std::nullopt;
        // In the last strip, that strip itself: other rows may not be there.
        ExpressionPtr start = plus(strips.iterator, std::stol(strips.step->text));
        before_ =
            fmt::format("const {} {} = {} ? {} : {};", program_.wide_type, next,
                        printer_.expression(replaced(strips.condition, strips.iterator, start)),
                        printer_.expression(start), strips.iterator);
        std::size_t half = following.size() / 2;
        for (const std::string &element : following)
            if (fetched_.size() < half)
                fetched_.push_back(element);
        return print();
    }

private:
    /// As many sums of one statement as a vector has lanes.
    struct Group {
        std::string name; ///< of the vector of sums
        std::vector<std::string> targets, terms;
    };

    /// An element for each lane that is in a register.
    struct Element {
        std::size_t array;
        std::string name;
        bool is_changed = false;
    };

    long lanes() const { return vector_bytes / long(program::size_of_floating(type_).value()); }

    /// Whether the loop goes through all numbers up to some limit.
    bool counts_up() const
    {
        const ast::Expression &condition = *loop_.condition;
        bool is_limit = condition.op == Operator::less || condition.op == Operator::less_equal;
        return is_limit && loop_.step->op == Operator::integer && loop_.step->text == "1" &&
               counts(*condition.operands[0], loop_.iterator) &&
               !mentions(*condition.operands[1], loop_.iterator);
    }

    VectorLoop print()
    {
        vector_ = printer_.vector_type(type_, lanes());
        std::string start = printer_.temporary();
        std::string last = printer_.expression(
            replaced(loop_.condition, loop_.iterator, plus(start, lanes() - 1)));
        std::string outer = layout_.indentation + layout_.unit, inner = outer + layout_.unit;
        std::string body = body_text(inner);
        std::string text;
        auto line = [&](const std::string &indentation, const std::string &content) {
            text += indentation + content + "\n";
        };
        line(layout_.indentation, fmt::format("{} {} = {};", program_.wide_type, start,
                                              printer_.expression(loop_.init)));
        line(layout_.indentation, fmt::format("if ({}) {{", last));
        if (!before_.empty())
            line(outer, before_);
        for (const Group &group : groups_)
            line(outer, fmt::format("{} {} = {{{}}};", vector_, group.name,
                                    fmt::join(group.targets, ", ")));
        line(outer, fmt::format("for (; {}; {} += {}) {{", last, start, lanes()));
        line(inner, fmt::format("const {} {} = {};", program_.wide_type, loop_.iterator, start));
        for (const std::string &element : fetched_)
            line(inner, fmt::format("__builtin_prefetch(&{}, 0, 2);", element));
        text += body;
        line(outer, "}");
        for (const Group &group : groups_)
            for (std::size_t lane = 0; lane < group.targets.size(); ++lane)
                line(outer, fmt::format("{} = {}[{}];", group.targets[lane], group.name, lane));
        line(layout_.indentation, "}");
        return VectorLoop{text, start, std::move(rows_)};
    }

    // ---- What the loop computes ----

    bool read_steps(const ast::Node &body)
    {
        if (const auto *user = std::get_if<ast::User>(&body.node))
            return read_step(*user);
        const auto *block = std::get_if<ast::Block>(&body.node);
        return block && std::ranges::all_of(block->children, [&](const ast::NodePtr &child) {
                   return read_steps(*child);
               });
    }

    bool read_step(const ast::User &user)
    {
        const program::Statement *statement = printer_.statement_of(user);
        if (!statement)
            return false;
        if (type_.empty())
            type_ = program_.arrays[statement->accesses.front().array].element_type;
        const auto *assignment = std::get_if<program::Assignment>(&statement->body->node);
        if (!assignment || !program::size_of_floating(type_) ||
            !are_accesses_simple(user, *statement) ||
            !program::is_arithmetic(*assignment->value, type_))
            return false;
        const std::size_t target = std::get<program::AccessValue>(assignment->target->node).access;
        bool is_sum =
            movement(printer_.subscripts(user, *statement, target), column()) == Movement::fixed;
        bool adds = assignment->op == "+=" || assignment->op == "-=";
        bool is_vector = has_vector(user, *statement, *assignment->value);
        steps_.push_back({&user, statement, assignment, target, is_sum});
        return is_sum ? adds && is_vector : is_vector || assignment->op != "=";
    }

    const std::string &column() const { return loop_.iterator; }

    /// Whether all accesses are to numbers of one type, each fixed or along its last dimension.
    bool are_accesses_simple(const ast::User &user, const program::Statement &statement) const
    {
        for (std::size_t k = 0; k < statement.accesses.size(); ++k) {
            const program::Array &array = program_.arrays[statement.accesses[k].array];
            std::vector<ExpressionPtr> subscripts = printer_.subscripts(user, statement, k);
            Movement moves = movement(subscripts, column());
            bool is_row = moves == Movement::fixed || (array.spelling.back().empty() &&
                                                       array.extents.size() == subscripts.size());
            if (array.element_type != type_ || moves == Movement::other || !is_row)
                return false;
        }
        return true;
    }

    /// Whether an expression has other values in other columns.
    bool has_vector(const ast::User &user, const program::Statement &statement,
                    const program::Expression &expression) const
    {
        bool result = false;
        program::for_each_part(expression, [&](const program::Expression &part) {
            if (const auto *value = std::get_if<program::AccessValue>(&part.node))
                result = result || movement(printer_.subscripts(user, statement, value->access),
                                            column()) == Movement::along;
        });
        return result;
    }

    /// Whether a vector of columns can go through one step after the other: what a step writes,
    /// others use in the same column only, and sums are used for nothing else.
    bool keeps_columns_apart() const
    {
        return std::ranges::all_of(steps_, [&](const Step &written) {
            return std::ranges::all_of(steps_, [&](const Step &other) {
                for (std::size_t k = 0; k < other.statement->accesses.size(); ++k)
                    if (other.statement->accesses[k].array == written.array() &&
                        !is_in_column_of(written, other, k))
                        return false;
                return true;
            });
        });
    }

    bool is_in_column_of(const Step &written, const Step &other, std::size_t access) const
    {
        std::vector<ExpressionPtr> one =
            printer_.subscripts(*written.user, *written.statement, written.target);
        std::vector<ExpressionPtr> two = printer_.subscripts(*other.user, *other.statement, access);
        if (written.is_sum)
            return other.is_sum && other.array() == written.array();
        return movement(two, column()) == Movement::along &&
               printer_.expression(one.back()) == printer_.expression(two.back());
    }

    /// Sums of one statement in different rows form groups.
    bool group_sums()
    {
        std::map<const program::Statement *, std::size_t> open; // groups
        for (std::size_t k = 0; k < steps_.size(); ++k) {
            if (!steps_[k].is_sum)
                continue;
            if (!has_own_element(k))
                return false;
            auto [group, is_new] = open.try_emplace(steps_[k].statement, groups_.size());
            if (is_new)
                groups_.push_back({printer_.temporary(), {}, {}});
            std::vector<std::string> &targets = groups_[group->second].targets;
            group_of_.push_back(group->second);
            targets.push_back(element(steps_[k]));
            if (long(targets.size()) == lanes())
                open.erase(group);
        }
        return open.empty();
    }

    /// Whether a sum is in another element than those of the steps before.
    bool has_own_element(std::size_t number) const
    {
        const Step &step = steps_[number];
        auto subscripts = [&](const Step &sum) {
            return printer_.subscripts(*sum.user, *sum.statement, sum.target);
        };
        return std::all_of(steps_.begin(), steps_.begin() + long(number), [&](const Step &before) {
            return !before.is_sum || before.array() != step.array() ||
                   differ(printer_, subscripts(before), subscripts(step));
        });
    }

    std::string element(const Step &step) const
    {
        return printer_.element(*step.user, *step.statement, step.target);
    }

    // ---- Its code ----

    std::string body_text(const std::string &indentation)
    {
        body_indentation_ = indentation;
        std::size_t sum = 0;
        for (const Step &step : steps_)
            if (step.is_sum)
                print_term(step, groups_[group_of_[sum++]]);
            else
                print_update(step);
        for (auto &[text, held] : held_)
            store(text, held);
        return std::move(body_);
    }

    void line(const std::string &content) { body_ += body_indentation_ + content + "\n"; }

    std::string value(const Step &step)
    {
        program::LeafPrinter leaves;
        leaves.access = [&](std::size_t access) { return operand(step, access); };
        return program::print(*step.assignment->value, leaves);
    }

    void print_term(const Step &step, Group &group)
    {
        std::string term = printer_.temporary(), text = value(step);
        line(fmt::format("const {} {} = {};", vector_, term, text));
        group.terms.push_back(term);
        if (long(group.terms.size()) < lanes())
            return;
        for (const std::string &column : transposed(group.terms))
            line(fmt::format("{} {} {};", group.name, step.assignment->op, column));
    }

    void print_update(const Step &step)
    {
        std::string text = value(step), target = element(step);
        const std::string &op = step.assignment->op;
        if (op != "=")
            operand(step, step.target); // is read
        store_others(step.array(), target);
        std::erase_if(held_, [&](const auto &entry) {
            return entry.second.array == step.array() && entry.first != target;
        });
        auto [held, is_new] = held_.try_emplace(target, Element{step.array(), ""});
        if (is_new) {
            held->second.name = printer_.temporary();
            line(fmt::format("{} {} = {};", vector_, held->second.name, text));
        } else {
            line(fmt::format("{} {} {};", held->second.name, op, text));
        }
        held->second.is_changed = true;
    }

    /// What an access reads: an element that is the same for all columns, or a vector.
    std::string operand(const Step &step, std::size_t access)
    {
        std::string element = printer_.element(*step.user, *step.statement, access);
        const std::size_t array = step.statement->accesses[access].array;
        // Elements of one array that are written differently may be the same.
        store_others(array, element);
        if (movement(printer_.subscripts(*step.user, *step.statement, access), column()) ==
            Movement::fixed)
            return element;
        rows_.insert(element);
        auto [held, is_new] = held_.try_emplace(element, Element{array, ""});
        if (is_new) {
            held->second.name = printer_.temporary();
            line(fmt::format("{0} {1} = *(const {0} *)&{2};", vector_, held->second.name, element));
        }
        return held->second.name;
    }

    void store(const std::string &element, Element &held)
    {
        if (held.is_changed)
            line(fmt::format("*({} *)&{} = {};", vector_, element, held.name));
        held.is_changed = false;
    }

    /// Stores what was changed of an array, but one vector.
    void store_others(std::size_t array, const std::string &element)
    {
        for (auto &[text, held] : held_)
            if (held.array == array && text != element)
                store(text, held);
    }

    /// Names of vectors of the same numbers, one for each column instead of one for each row.
    std::vector<std::string> transposed(std::vector<std::string> rows)
    {
        const auto count = rows.size();
        for (std::size_t distance = count / 2; distance > 0; distance /= 2) {
            std::vector<std::string> next(count);
            for (std::size_t row = 0; row < count; ++row) {
                bool is_second = (row & distance) != 0;
                const std::string &one = rows[row & ~distance], &two = rows[row | distance];
                next[row] = printer_.temporary();
                line(fmt::format("const {} {} = __builtin_shufflevector({}, {}, {});", vector_,
                                 next[row], one, two,
                                 fmt::join(exchanged(count, distance, is_second), ", ")));
            }
            rows = next;
        }
        return rows;
    }

    /// For each lane, the position in two vectors, one behind the other, of what comes there when
    /// they exchange blocks of a size.
    static std::vector<std::size_t> exchanged(std::size_t count, std::size_t size, bool is_second)
    {
        std::vector<std::size_t> result;
        for (std::size_t lane = 0; lane < count; ++lane) {
            std::size_t from = is_second ? lane | size : lane & ~size;
            result.push_back((lane & size) != 0 ? count + from : from);
        }
        return result;
    }

    CPrinter &printer_;
    const program::Program &program_;
    const ast::For &loop_;
    const Layout &layout_;
    std::string type_, vector_; ///< of elements; of vectors
    std::vector<Step> steps_;
    std::vector<Group> groups_;
    std::vector<std::size_t> group_of_; ///< for each step that is a sum
    std::string body_, body_indentation_;
    std::map<std::string, Element> held_; ///< by the element of the first lane
    std::set<std::string> rows_;          ///< all elements that were held
    std::string before_;                  ///< a line in front of the loop
    std::vector<std::string> fetched_;    ///< elements in whose lines the loop has memory fetch
};

} // namespace

std::optional<VectorLoop> print_sum_loop(CPrinter &printer, const program::Program &program,
                                         const ast::For &loop, const Layout &layout)
{
    return VectorLoopPrinter(printer, program, loop, layout).print_sums();
}

std::optional<VectorLoop> print_cached_loop(CPrinter &printer, const program::Program &program,
                                            const ast::For &loop, const Layout &layout,
                                            const ast::For &strips,
                                            const std::set<std::string> &cached)
{
    return VectorLoopPrinter(printer, program, loop, layout).print_cached(strips, cached);
}

} // namespace espalier::targets
