#pragma once

#include "espalier/lowering/names.h"
#include "espalier/program/contraction.h"
#include "espalier/program/program.h"
#include "espalier/schedule/blocking.h"

#include <map>
#include <string>
#include <vector>

namespace espalier::lowering {

/// A function that computes a block of a contraction in registers.
struct Kernel {
    std::string name;
    /// In C, in the order in which they are needed: the type of its vectors and the function.
    std::vector<std::string> definitions;
};

/// Adds definitions to others, but those that are there already.
void add_definitions(std::vector<std::string> &all, const std::vector<std::string> &more);

/// The functions of one file that compute blocks of contractions in registers:
///
///     static void kernel(long steps, const T *a, ..., const T *b, ..., T *c, long stride, T x,
///     ...)
///
/// a: strips of operands by row, [steps][rows]; b: of operands by column, [steps][columns]; c: the
/// block of the target, whose rows are `stride` elements apart; x: scalars. Each element of the
/// block is updated for one step after the other, as the statement says; meanwhile the caches fetch
/// the block below. Vectors are those of GNU C, which compilers keep in registers without having to
/// find out that they may.
class KernelLibrary {
public:
    /// \param names  that the file leaves free
    explicit KernelLibrary(Names names) : names_(std::move(names)) {}

    /// The kernel for blocks of a statement: one of before if it does the same.
    Kernel kernel(const program::Program &program, const program::Statement &statement,
                  const program::Contraction &contraction, const schedule::BlockSizes &sizes);

    /// The type of vectors of so many elements, of a type that C has.
    std::string vector(const std::string &element_type, long lanes) const;

    /// The function with a text: one of before if that has the same.
    /// \param text  that names no other vectors than these: the parameters and the body
    Kernel function(const std::string &element_type, long lanes, const std::string &specifiers,
                    const std::string &text);

private:
    Names names_;
    std::map<std::string, std::string> kernels_; ///< names by specifiers, parameters and body
};

} // namespace espalier::lowering
