#include "espalier/lowering/row_functions.h"

#include "espalier/program/arithmetic.h"
#include "espalier/program/print.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace espalier::lowering {

namespace {

/// Writes the functions for one operation.
class RowWriter {
public:
    RowWriter(const program::Program &program, const program::Statement &statement,
              const strategies::RowOperation &operation, std::string vector, long lanes)
        : program_(program), statement_(statement), operation_(operation),
          vector_(std::move(vector)), lanes_(lanes)
    {
        for (const auto &element : operation.elements)
            if (element && std::ranges::find(loaded_, *element) == loaded_.end() &&
                is_read(*element))
                loaded_.push_back(*element);
    }

    /// Of a function that computes one vector, of the elements from k on.
    std::string vector_text() const
    {
        std::string result = fmt::format("({} *to, {} k, {})\n{{\n", vector_, program_.wide_type,
                                         fmt::join(parameters(true), ", "));
        for (std::size_t n = 0; n < loaded_.size(); ++n)
            result += fmt::format("    const {0} v{1} = *(const {0} *)({2});\n", vector_, n,
                                  place(loaded_[n], " + "));
        auto element = [&](const strategies::RowOperation::Element &wanted) {
            return fmt::format("v{}", std::ranges::find(loaded_, wanted) - loaded_.begin());
        };
        return result + fmt::format("    *to = {};\n}}\n", value(element));
    }

    /// Of the function that executes the whole.
    /// \param vector_function  the one that computes a vector
    std::string row_text(const std::string &vector_function) const
    {
        auto element = [&](const strategies::RowOperation::Element &wanted) {
            std::string place = this->place(wanted, "[");
            return place + "]";
        };
        auto compute = [&](const std::string &to, const std::string &k) {
            return fmt::format("{}({}, {}, {});\n", vector_function, to, k,
                               fmt::join(arguments(), ", "));
        };
        const std::string &wide = program_.wide_type;
        std::size_t size = program::size_of_floating(operation_.element_type).value();
        std::string result = fmt::format("({0} first, {0} end, {1})\n{{\n", wide,
                                         fmt::join(parameters(false), ", "));
        result += fmt::format("    if (end - first < {}) {{\n", lanes_);
        result += fmt::format("        for ({} k = first; k < end; k++)\n", wide);
        result += fmt::format("            a0[k] = {};\n", value(element));
        result += "        return;\n    }\n";
        result += fmt::format("    {} head, tail;\n", vector_);
        result += "    " + compute("&head", "first");
        result += "    " + compute("&tail", fmt::format("end - {}", lanes_));
        result +=
            fmt::format("    const {} before = ({})(-(__UINTPTR_TYPE__)(a0 + first) / {} % {});\n",
                        wide, wide, size, lanes_);
        // Compilers leave loops over vectors as they are.
        result += "#pragma GCC unroll 4\n";
        result += fmt::format("    for ({0} k = first + before; k <= end - {1}; k += {1})\n", wide,
                              lanes_);
        result += "        " + compute(fmt::format("({} *)(a0 + k)", vector_), "k");
        result += fmt::format("    *({} *)(a0 + first) = head;\n", vector_);
        return result + fmt::format("    *({} *)(a0 + end - {}) = tail;\n}}\n", vector_, lanes_);
    }

private:
    const program::Assignment &assignment() const
    {
        return std::get<program::Assignment>(statement_.body->node);
    }

    /// Whether the value that is assigned depends on an element.
    bool is_read(const strategies::RowOperation::Element &element) const
    {
        for (std::size_t k = 0; k < operation_.elements.size(); ++k)
            if (k != operation_.written && operation_.elements[k] == element)
                return true;
        return false;
    }

    /// \param is_read_only  of a function that only reads, what it needs
    std::vector<std::string> parameters(bool is_read_only) const
    {
        const std::string &type = operation_.element_type;
        std::vector<std::string> result;
        for (std::size_t n = 0; n < operation_.rows.size(); ++n)
            if (!is_read_only || is_loaded(n))
                result.push_back(
                    fmt::format("{}{} *a{}", n > 0 || is_read_only ? "const " : "", type, n));
        for (std::size_t n = 0; n < operation_.values.size(); ++n)
            result.push_back(fmt::format("{} x{}", type, n));
        return result;
    }

    bool is_loaded(std::size_t row) const
    {
        return std::ranges::find(loaded_, row, &strategies::RowOperation::Element::row) !=
               loaded_.end();
    }

    /// What the function that computes a vector is called with.
    std::vector<std::string> arguments() const
    {
        std::vector<std::string> result;
        for (std::size_t n = 0; n < operation_.rows.size(); ++n)
            if (is_loaded(n))
                result.push_back(fmt::format("a{}", n));
        for (std::size_t n = 0; n < operation_.values.size(); ++n)
            result.push_back(fmt::format("x{}", n));
        return result;
    }

    /// "a1 + k - 1", or "a1[k - 1".
    static std::string place(const strategies::RowOperation::Element &element,
                             const std::string &link)
    {
        std::string result = fmt::format("a{}{}k", element.row, link);
        if (element.distance == 0)
            return result;
        return fmt::format("{} {} {}", result, element.distance < 0 ? "-" : "+",
                           std::abs(element.distance));
    }

    /// What is assigned.
    template <class Element>
    std::string value(const Element &element) const
    {
        program::LeafPrinter leaves;
        leaves.access = [&](std::size_t access) {
            if (const auto &place = operation_.elements[access])
                return element(*place);
            return fmt::format("x{}", std::ranges::find(operation_.values, access) -
                                          operation_.values.begin());
        };
        const program::Assignment &assigned = assignment();
        if (assigned.op == "=")
            return program::print(*assigned.value, leaves);
        program::BinaryOperation updated{assigned.op.substr(0, 1), assigned.target, assigned.value};
        return program::print(program::Expression{updated}, leaves);
    }

    const program::Program &program_;
    const program::Statement &statement_;
    const strategies::RowOperation &operation_;
    std::string vector_;
    long lanes_;
    std::vector<strategies::RowOperation::Element> loaded_; ///< those of which the result is made
};

} // namespace

Kernel row_function(KernelLibrary &library, const program::Program &program,
                    const program::Statement &statement, const strategies::RowOperation &operation,
                    long lanes)
{
    const std::string &type = operation.element_type;
    RowWriter writer(program, statement, operation, library.vector(type, lanes), lanes);
    Kernel inner = library.function(type, lanes, "static inline", writer.vector_text());
    Kernel result = library.function(type, lanes, "static", writer.row_text(inner.name));
    result.definitions.insert(result.definitions.begin() + 1, inner.definitions.back());
    return result;
}

} // namespace espalier::lowering
