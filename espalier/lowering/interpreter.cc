#include "espalier/lowering/interpreter.h"

#include "espalier/ast/evaluate.h"
#include "espalier/base/checked.h"
#include "espalier/base/error.h"
#include "espalier/lowering/guards.h"
#include "espalier/program/print.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

namespace espalier::lowering {

namespace {

using program::AccessKind;

/// Iterations of loops, and elements of slices to look at.
constexpr std::size_t per_instance = 100;

/// Prints the numbers that a statement's body uses at an instance.
program::LeafPrinter numbers_of(const Instance &instance, const program::Statement &statement,
                                const ast::Values &values)
{
    std::size_t subscripts = 0;
    for (const program::Access &access : statement.accesses)
        subscripts += access.subscripts.size();
    auto number = [&values](const ast::ExpressionPtr &expression) {
        return fmt::format("({})", ast::evaluate(*expression, values));
    };
    program::LeafPrinter result;
    result.iterator = [&instance, number](const program::IteratorValue &iterator) {
        return number(instance.user.iterators[iterator.dimension]);
    };
    result.affine =
        [&instance, number, subscripts,
         affine = program::affine_values(statement.body)](const program::AffineValue &value) {
            const auto position = std::ranges::find(affine, &value) - affine.begin();
            return number(instance.user.values[subscripts + std::size_t(position)]);
        };
    return result;
}

using Lanes = std::vector<Origin>;

/// \name What needs no memory
/// @{
void change(std::map<std::string, Lanes> &vectors, const Shuffle &shuffle)
{
    Lanes both = vectors.at(shuffle.one), result;
    const Lanes &other = vectors.at(shuffle.other);
    both.insert(both.end(), other.begin(), other.end());
    for (std::size_t lane : shuffle.lanes)
        result.push_back(both.at(lane));
    vectors[shuffle.result] = std::move(result);
}

void change(std::map<std::string, Lanes> &vectors, const Accumulate &accumulate)
{
    Lanes &sums = vectors.at(accumulate.sums);
    const Lanes &terms = vectors.at(accumulate.terms);
    for (std::size_t lane = 0; lane < sums.size(); ++lane)
        sums[lane] = updated(sums[lane], accumulate.op, terms[lane]);
}
/// @}

class Interpreter {
public:
    Interpreter(const program::Program &program, ast::Values values, std::size_t most)
        : elements(program, per_instance * most), program_(program), values_(std::move(values)),
          most_(most)
    {
    }

    void run(const CodePtr &code)
    {
        std::visit([this](const auto &kind) { execute(kind); }, code->kind);
    }

    Elements elements;

private:
    void execute(const Block &block)
    {
        for (const CodePtr &child : block.children)
            run(child);
    }

    void execute(const Choice &choice)
    {
        if (evaluate(choice.condition))
            run(choice.yes);
        else if (choice.no)
            run(choice.no);
    }

    /// Both sides, one after the other: what they write keeps what decides.
    void execute(const Guard &guard)
    {
        const program::Statement &statement = *statement_of(program_, guard.instance.user);
        const auto [condition, holds] = without_negations(*condition_of(program_, guard));
        const Origin decides = value(*condition, guard.instance, statement);
        for (const auto &[part, is_taken] :
             {std::pair(guard.yes, holds), std::pair(guard.no, !holds)})
            if (part) {
                guards_.push_back({decides, is_taken});
                run(part);
                guards_.pop_back();
            }
    }

    void execute(const Let &let)
    {
        values_[let.name] = evaluate(let.value);
        run(let.body);
    }

    void execute(const Declarations &declared) { run(declared.body); }
    void execute(const Team &team) { run(team.body); }
    void execute(const Single &single) { run(single.body); }
    void execute(const Launch &launch) { run(launch.body); }
    void execute(const PersistentKernel &kernel) { run(kernel.body); }
    void execute(const Barrier &) {}
    void execute(const IfEnough &choice) { run(choice.threads); }
    void execute(const ModularReductions &modular) { run(modular.body); }

    void execute(const Loop &loop)
    {
        long &variable = values_[loop.head.iterator];
        variable = evaluate(loop.head.init);
        for (; !loop.head.condition || evaluate(loop.head.condition);
             variable += evaluate(loop.head.step)) {
            if (++iterations_ > per_instance * most_)
                throw TooMuch();
            run(loop.body);
        }
    }

    void execute(const ScalarReplacement &replacement)
    {
        if (replacement.condition && !evaluate(replacement.condition))
            return;
        for (const auto &one : replacement.variables)
            variables_[one.name] =
                one.is_loaded ? elements.load(place(one.element)) : origin(one.name);
        run(replacement.body);
        for (const auto &one : replacement.variables)
            if (one.is_stored)
                elements.store(place(one.element), variables_.at(one.name));
    }

    /// As if the element changed: where it does not, the whole loop reads what the parts read.
    void execute(const OneLoopIfUnchanged &loop)
    {
        variables_[loop.before] = elements.load(place(loop.element));
        run(loop.between);
        variables_[loop.after] = elements.load(place(loop.element));
        run(loop.first);
        run(loop.second);
    }

    /// Data decide where the loop starts: it may be with the first iteration.
    void execute(const Search &search)
    {
        values_[search.start] = evaluate(search.head.init);
        run(search.body);
    }

    /// \name Instances of statements
    /// @{
    void execute(const Instance &instance)
    {
        count();
        const program::Statement *statement = statement_of(program_, instance.user);
        if (!statement)
            return;
        const program::ExpressionPtr &body = unguarded(*statement);
        const auto *assignment = std::get_if<program::Assignment>(&body->node);
        const auto *target =
            assignment ? std::get_if<program::AccessValue>(&assignment->target->node) : nullptr;
        if (!target)
            return execute_all(instance, *statement);
        const Origin value = this->value(*assignment->value, instance, *statement);
        const Origin old = stored(instance, *statement, target->access);
        Origin written = updated(read(instance, *statement, target->access), assignment->op, value);
        for (const Decision &guard : guards_)
            written = choices_.chosen(guard, written, old);
        write(instance, *statement, target->access, written);
    }

    /// Writes what a body computes to all that it may write.
    void execute_all(const Instance &instance, const program::Statement &statement)
    {
        const Origin value = this->value(*statement.body, instance, statement);
        for (std::size_t k = 0; k < statement.accesses.size(); ++k)
            if (const AccessKind kind = statement.accesses[k].kind;
                kind == AccessKind::write || kind == AccessKind::may_write) {
                const Origin old = stored(instance, statement, k);
                write(instance, statement, k, origin(fmt::format("{} {} {}", value, k, old)));
            }
    }

    /// What is read where the guards around are as they are.
    Origin read(const Instance &instance, const program::Statement &statement,
                std::size_t access) const
    {
        return accessed(instance, statement, access,
                        [&](Origin value) { return choices_.where(guards_, value); });
    }

    /// The same, however the guards are.
    Origin stored(const Instance &instance, const program::Statement &statement,
                  std::size_t access) const
    {
        return accessed(instance, statement, access, std::identity());
    }

    template <class Here>
    Origin accessed(const Instance &instance, const program::Statement &statement,
                    std::size_t access, Here here) const
    {
        auto variable = instance.variables.find(access);
        return variable != instance.variables.end()
                   ? here(variables_.at(variable->second))
                   : elements.load(place(element(instance.user, statement, access)), here);
    }

    void write(const Instance &instance, const program::Statement &statement, std::size_t access,
               Origin value)
    {
        auto variable = instance.variables.find(access);
        if (variable != instance.variables.end())
            variables_[variable->second] = value;
        else
            elements.store(place(element(instance.user, statement, access)), value);
    }

    Origin value(const program::Expression &expression, const Instance &instance,
                 const program::Statement &statement) const
    {
        program::LeafPrinter leaves = numbers_of(instance, statement, values_);
        leaves.access = [&](std::size_t access) {
            return fmt::format("<{}>", read(instance, statement, access));
        };
        leaves.indirect = [&](std::size_t access, const std::vector<std::string> &subscripts) {
            return fmt::format("<{}[{}]>", read(instance, statement, access),
                               fmt::join(subscripts, ", "));
        };
        return origin(program::print(expression, leaves));
    }
    /// @}

    /// \name Vectors
    /// @{
    void execute(const VectorLoop &loop)
    {
        long &start = values_[loop.start];
        start = evaluate(loop.first);
        lanes_ = std::size_t(loop.lanes);
        column_ = loop.column;
        if (evaluate(loop.is_whole)) {
            for (const VectorLoop::Sums &sums : loop.sums) {
                Lanes &lanes = vectors_[sums.name];
                lanes.clear();
                for (const Element &target : sums.targets)
                    lanes.push_back(elements.load(place(target)));
            }
            for (; evaluate(loop.is_whole); start += loop.lanes) {
                values_[column_] = start;
                for (const VectorInstruction &instruction : loop.body) {
                    count();
                    std::visit([this](const auto &kind) { this->step(kind); }, instruction);
                }
            }
            for (const VectorLoop::Sums &sums : loop.sums)
                for (std::size_t lane = 0; lane < lanes_; ++lane)
                    elements.store(place(sums.targets[lane]), vectors_.at(sums.name)[lane]);
        }
        run(loop.rest);
    }

    void step(const Load &load)
    {
        Lanes result;
        for (std::size_t lane = 0; lane < lanes_; ++lane)
            result.push_back(elements.load(place(load.first, lane)));
        vectors_[load.result] = std::move(result);
    }

    void step(const Store &store)
    {
        for (std::size_t lane = 0; lane < lanes_; ++lane)
            elements.store(place(store.first, lane), vectors_.at(store.vector)[lane]);
    }

    void step(const Compute &compute)
    {
        Lanes result;
        for (std::size_t lane = 0; lane < lanes_; ++lane) {
            program::LeafPrinter leaves;
            leaves.access = [&](std::size_t access) {
                return fmt::format("<{}>", operand(compute.operands.at(access), lane));
            };
            const Origin value = origin(program::print(*compute.value, leaves));
            result.push_back(compute.kind == Compute::Result::update
                                 ? updated(vectors_.at(compute.result)[lane], compute.op, value)
                                 : value);
        }
        vectors_[compute.result] = std::move(result);
    }

    template <class Instruction>
    void step(const Instruction &instruction)
    {
        change(vectors_, instruction);
    }

    Origin operand(const std::variant<std::string, Element> &operand, std::size_t lane)
    {
        if (const auto *element = std::get_if<Element>(&operand))
            return elements.load(place(*element));
        const std::string &name = std::get<std::string>(operand);
        const auto vector = vectors_.find(name);
        return vector == vectors_.end() ? variables_.at(name) : vector->second[lane];
    }
    /// @}

    /// \param lane  how many elements behind that in the last dimension
    Memory::key_type place(const Element &element, std::size_t lane = 0) const
    {
        Memory::key_type result{element.array, {}};
        for (const ast::ExpressionPtr &subscript : element.subscripts)
            result.second.push_back(evaluate(subscript));
        if (lane > 0)
            result.second.back() += long(lane);
        return result;
    }

    void count()
    {
        if (++executed_ > most_)
            throw TooMuch();
    }

    long evaluate(const ast::ExpressionPtr &expression) const
    {
        return ast::evaluate(*expression, values_);
    }

    const program::Program &program_;
    std::vector<Decision> guards_; ///< around what is executed, innermost last
    Choices choices_;
    ast::Values values_;
    std::size_t most_, executed_ = 0, iterations_ = 0;
    std::map<std::string, Origin> variables_;
    std::map<std::string, Lanes> vectors_;
    std::size_t lanes_ = 0; ///< of the vector loop that runs
    std::string column_;    ///< its variable
};

} // namespace

std::optional<Memory> interpret(const program::Program &program, const CodePtr &code,
                                const std::map<std::string, long> &parameters, std::size_t most)
{
    Interpreter interpreter(program, parameters, most);
    try {
        interpreter.run(code);
    } catch (const TooMuch &) {
        return std::nullopt;
    } catch (const NumberTooLarge &) {
        return std::nullopt;
    }
    return std::move(interpreter.elements).memory();
}

} // namespace espalier::lowering
