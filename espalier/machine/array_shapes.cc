#include "espalier/machine/array_shapes.h"

#include "espalier/ast/generator.h"
#include "espalier/program/value_type.h"

#include <isl/set.h>
#include <isl/val.h>

#include <algorithm>
#include <cmath>

namespace espalier::machine {

double element_bytes(const program::Program &program, const program::Array &array)
{
    constexpr double bits_of_byte = 8;
    program::ValueType type = program::element_type(program, array);
    if (type.is_integer() && type.bits > 0)
        return type.bits / bits_of_byte;
    if (array.element_type == "float")
        return sizeof(float);
    return array.element_type == "long double" ? sizeof(long double) : sizeof(double);
}

namespace {

/// A set for the parameters' values.
isl::set with_sizes(isl::set set, const ast::Values &sizes)
{
    for (const auto &[name, size] : sizes) {
        const int position = isl_set_find_dim_by_name(set.get(), isl_dim_param, name.c_str());
        if (position >= 0)
            set = isl::manage(isl_set_fix_val(set.release(), isl_dim_param, unsigned(position),
                                              isl::val(set.ctx(), size).release()));
    }
    return set;
}

} // namespace

double accessed_length(const program::Program &program, std::size_t array, std::size_t dimension,
                       const ast::Values &sizes)
{
    double result = 1;
    for (const program::Statement &statement : program.statements)
        for (const program::Access &access : statement.accesses) {
            if (access.array != array)
                continue;
            const isl::set elements = with_sizes(access.relation.range(), sizes);
            const isl::val last =
                elements.is_empty()
                    ? isl::val::zero(elements.ctx())
                    : isl::manage(isl_set_dim_max_val(elements.copy(), int(dimension)));
            if (!last.is_int())
                return HUGE_VAL;
            result = std::max(result, isl_val_get_d(last.get()) + 1);
        }
    return result;
}

std::vector<ArrayShape> array_shapes(const program::Program &program, const ast::Values &sizes)
{
    isl::set context = program::code_context(program);
    std::vector<ArrayShape> result;
    for (std::size_t index = 0; index < program.arrays.size(); ++index) {
        const program::Array &array = program.arrays[index];
        ArrayShape shape{element_bytes(program, array), 0, {}};
        shape.strides.resize(array.extents.size());
        shape.bytes = shape.element_bytes;
        for (std::size_t k = array.extents.size(); k-- > 0;) {
            shape.strides[k] = shape.bytes;
            const std::optional<isl::pw_aff> &extent = array.extents[k];
            if (extent)
                shape.bytes *= double(ast::evaluate(*ast::value(*extent, context), sizes));
            else
                shape.bytes *= k > 0 ? accessed_length(program, index, k, sizes) : HUGE_VAL;
            if (k == 1 && array.has_triangular_rows)
                shape.bytes /= 2; // on an average
        }
        result.push_back(std::move(shape));
    }
    return result;
}

} // namespace espalier::machine
