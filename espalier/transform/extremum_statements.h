#pragma once

#include "espalier/program/program.h"
#include "espalier/transform/extremum_form.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace espalier::transform {

/// Numbers of a floating-point type that are spelled in C as calls of functions that every compiler
/// knows.
class Extremes {
public:
    explicit Extremes(const std::string &type) : suffix_(type == "float" ? "f" : "") {}

    program::ExpressionPtr infinity(bool is_negative) const;
    program::ExpressionPtr nan() const;

private:
    std::string suffix_;
};

/// Makes the statements that seek parts of an extremum, in place of one that keeps it.
class ExtremumStatements {
public:
    /// \param program  gets new arrays; has to live longer
    /// \param source   keeps an extremum
    /// \param loops    so many of the loops around it, from the outermost in, are around each part
    ExtremumStatements(program::Program &program, program::Statement source, std::size_t loops)
        : program_(program), source_(std::move(source)), form_(*extremum_form(program, source_)),
          loops_(loops)
    {
    }

    const program::Statement &source() const { return source_; }
    const ExtremumForm &form() const { return form_; }
    const program::Access &target() const { return extremum_of(source_); }
    const std::string &type() const { return program_.arrays[target().array].element_type; }

    /// A new array of the extremum's type.
    std::size_t add_array(const std::string &wish, const std::vector<long> &extents = {}) const;

    /// A statement that has no body yet, once in each iteration of the loops around a part.
    program::Statement once(const std::string &wish) const;

    /// { S[i] -> [0] } .. { S[i] -> [count - 1] }: the same statement in a loop of its own.
    /// \return the loop's variable, { S[i, l] -> [l] }
    isl::pw_aff put_in_loop(program::Statement &statement, long count) const;

    /// An array, or one of its elements, that has a part.
    struct Part {
        std::size_t array;
        std::vector<isl::pw_aff> subscripts = {}; ///< { S[i] -> [a_k] }
    };

    program::ExpressionPtr access(program::Statement &statement, program::AccessKind kind,
                                  const Part &part) const;

    /// `part = value;` as the body of a statement that has none.
    void assign(program::Statement &statement, const Part &part,
                const program::ExpressionPtr &value) const;

    /// No value of an array passes from one iteration to another.
    program::Statement kill(const std::string &wish, std::size_t array) const;

    /// `number = x;`, in place of the source.
    program::Statement computation(std::size_t number) const;

    /// What the source does, to an element of another array.
    program::Statement search(const std::string &wish, const Part &part) const;

    /// The same with a number that has been computed before.
    program::Statement search_of(const std::string &wish, const Part &part,
                                 const Part &number) const;

    /// `if (part > m) m = part;`, `m = m > limit ? m : part;`, `m = fmax(m, part);` as the body of
    /// a statement that has none.
    /// \param m      element of an array, with the kind of its write
    /// \param limit  what is compared, if that is not the part
    void take(program::Statement &statement, const Part &m, program::AccessKind kind,
              const Part &part, const std::optional<Part> &limit = {}) const;

    /// The extremum, for a statement in the loops around a part.
    Part whole(const program::Statement &statement) const;

    /// Puts a statement in place of the source, and others behind it.
    /// \param position  of the source, in Program::statements
    void put_in_place(std::size_t position, std::vector<program::Statement> statements) const;

    /// Adds a statement, for the program's nest: in loops of its own but for those around a part.
    program::Nest added(program::Statement statement) const;

private:
    isl::id new_name(const std::string &wish) const;

    program::Program &program_;
    const program::Statement source_;
    const ExtremumForm form_;
    const std::size_t loops_;
};

/// One of the loops around a statement.
/// \param position  of the statement, in Program::statements
/// \param loop      counted from the outermost
program::Nest &loop_around(program::Program &program, std::size_t position, std::size_t loop);

} // namespace espalier::transform
