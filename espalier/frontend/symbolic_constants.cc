#include "espalier/frontend/symbolic_constants.h"

#include "espalier/frontend/model.h"
#include "espalier/presburger/id.h"
#include "espalier/presburger/parameters.h"

#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/set.h>

#include <algorithm>
#include <cctype>

namespace espalier::frontend {

isl::id SymbolicConstants::of(const clang::VarDecl *variable, clang::SourceLocation where)
{
    if (const auto before = known(variable))
        return *before;
    std::string name = variable->getNameAsString();
    if (model_.usage().modified.count(variable) || model_.usage().declared.count(variable))
        throw Unmodelled{DiagnosticKind::unmodelled_variable, where,
                         fmt::format("`{}` changes in the region, and its value here is not an "
                                     "affine function of the loop variables",
                                     name),
                         "compute it from loop variables and sizes"};
    clang::QualType type = variable->getType();
    if (!is_modelled_integer(model_.ast(), type) || type.isVolatileQualified())
        throw Unmodelled{DiagnosticKind::unmodelled_variable, where,
                         fmt::format("`{}` is not an integer that stays the same", name)};
    model_.refuse_macro(name, where);
    return add_parameter(name, {variable, name, name, false, false, type});
}

std::optional<isl::id> SymbolicConstants::known(const clang::VarDecl *variable) const
{
    for (std::size_t k = 0; k < memory_.size(); ++k)
        if (memory_[k].root == variable && !model_.program().parameters[k].reading)
            return model_.program().parameters[k].id;
    return std::nullopt;
}

std::optional<isl::id> SymbolicConstants::of(const std::string &lvalue, const Memory &memory,
                                             const isl::set &is_read)
{
    auto depends_on_later = [&](std::size_t position) {
        return std::any_of(model_.program().parameters.begin() + long(position),
                           model_.program().parameters.end(), [&](const program::Parameter &later) {
                               return presburger::involves(is_read, later.id);
                           });
    };
    for (std::size_t k = 0; k < memory_.size(); ++k) {
        program::Parameter &known = model_.program().parameters[k];
        if (memory_[k].root != memory.root || !known.reading || known.reading->value != lvalue)
            continue;
        if (is_read.is_subset(known.reading->condition))
            return known.id;
        if (depends_on_later(k))
            return std::nullopt;
        known.reading->condition = known.reading->condition.unite(is_read).coalesce();
        return known.id;
    }
    isl::id id = add_parameter(unused_name(lvalue), memory);
    model_.program().parameters.back().reading = program::Reading{lvalue, is_read};
    return id;
}

isl::id SymbolicConstants::initial_value(const clang::VarDecl *variable)
{
    const std::string name = variable->getNameAsString();
    model_.refuse_macro(name, variable->getLocation());
    // No shape: what the region writes to the variable comes after this is read.
    const Memory memory{variable, name, "", false, false, variable->getType()};
    return *of(name, memory, isl::set::universe(isl::space::unit(model_.ctx())));
}

isl::id SymbolicConstants::truth(const std::string &text, const std::string &in_words,
                                 const clang::VarDecl *variable)
{
    std::vector<program::Parameter> &all = model_.program().parameters;
    const auto known = std::ranges::find_if(all, [&](const program::Parameter &other) {
        return other.reading && other.reading->value == text;
    });
    if (known != all.end())
        return known->id;
    const isl::id id = presburger::make_id(model_.ctx(), unused_name(in_words));
    // No shape: nothing that is written to is in the place of a comparison.
    memory_.push_back({variable, text, "", false, false, model_.ast().IntTy});
    all.push_back({id, model_.program().wide_type, isl::val::zero(model_.ctx()),
                   isl::val::one(model_.ctx()), true,
                   program::Reading{text, isl::set::universe(isl::space::unit(model_.ctx()))}});
    return id;
}

std::optional<isl::id> SymbolicConstants::computed(const std::string &text, clang::QualType type,
                                                   const isl::id &operand,
                                                   const isl::set &has_value)
{
    const auto &all = model_.program().parameters;
    const auto position =
        std::ranges::find(all, operand.get(),
                          [](const program::Parameter &one) { return one.id.get(); }) -
        all.begin();
    Memory nowhere{memory_[std::size_t(position)].root, text, "", false, false, type};
    nowhere.is_hidden = true;
    return of(text, nowhere, has_value);
}

void SymbolicConstants::note(Product product)
{
    const auto is_same = [&](const Product &known) {
        return known.product.get() == product.product.get();
    };
    if (std::ranges::none_of(products_, is_same))
        products_.push_back(std::move(product));
}

isl::set SymbolicConstants::large_products() const
{
    constexpr long many = 16;
    const isl::set whole = isl::set::universe(isl::space::unit(model_.ctx()));
    isl::set result = whole;
    for (const Product &product : products_) {
        const isl::pw_aff value = whole.param_pw_aff_on_domain(product.product);
        for (const isl::pw_aff &factor : {product.one, product.other})
            result = result.intersect(factor.ge_set(whole.pw_aff_on_domain(many)))
                         .intersect(value.ge_set(factor.scale(isl::val(model_.ctx(), many))));
    }
    return result;
}

std::optional<isl::set> SymbolicConstants::where_not_null(const clang::VarDecl *pointer) const
{
    const std::string question = pointer->getNameAsString() + " != 0";
    for (std::size_t k = 0; k < memory_.size(); ++k)
        if (const program::Parameter &constant = model_.program().parameters[k];
            memory_[k].root == pointer && constant.reading && constant.reading->value == question) {
            const isl::aff truth = isl::space::unit(model_.ctx())
                                       .add_param(constant.id)
                                       .param_aff_on_domain(constant.id);
            const isl::aff zero = truth.space().domain().zero_aff_on_domain();
            return truth.ge_set(zero.add_constant(1L));
        }
    return std::nullopt;
}

/// The symbolic constant of this name that an integer in memory gets.
isl::id SymbolicConstants::add_parameter(const std::string &name, const Memory &memory)
{
    clang::QualType type = memory.element;
    unsigned bits = static_cast<unsigned>(model_.ast().getIntWidth(type));
    bool is_signed = type->isSignedIntegerOrEnumerationType();
    isl::id id = presburger::make_id(model_.ctx(), name);
    memory_.push_back(memory);
    program::Program &program = model_.program();
    if (bits < 64) {
        const Model::Range range = model_.range(type);
        program.parameters.push_back({id, model_.spell(type), range.least, range.greatest, false});
        return id;
    }
    // Generated code reads these as signed, and computes with multiples of them. No array has that
    // many elements, and no loop over more ends in a lifetime.
    const Model::Range range = model_.range(model_.ast().LongLongTy);
    const isl::val limit(model_.ctx(), 1L << 48);
    program.parameters.push_back({id, model_.spell(type), range.least, range.greatest, is_signed});
    isl::aff value = isl::space::unit(model_.ctx()).add_param(id).param_aff_on_domain(id);
    isl::aff zero = value.space().domain().zero_aff_on_domain();
    isl::aff least = zero.add_constant(is_signed ? limit.neg() : isl::val::zero(model_.ctx()));
    isl::set safe = value.ge_set(least).intersect(value.le_set(zero.add_constant(limit)));
    program.assumptions = program.assumptions.intersect(safe);
    return id;
}

/// A name for what `lvalue` holds that the file does not use: "a_columns".
std::string SymbolicConstants::unused_name(const std::string &lvalue)
{
    std::string name;
    for (char c : lvalue)
        if (name.empty() ? std::isalpha(static_cast<unsigned char>(c)) != 0
                         : std::isalnum(static_cast<unsigned char>(c)) != 0)
            name += c;
        else if (!name.empty() && name.back() != '_')
            name += '_';
    while (!name.empty() && name.back() == '_')
        name.pop_back();
    auto is_taken = [&] {
        return model_.ast().Idents.find(name) != model_.ast().Idents.end() ||
               std::ranges::any_of(
                   model_.program().parameters,
                   [&](const program::Parameter &other) { return other.id.name() == name; });
    };
    while (is_taken())
        name += '_';
    return name;
}

} // namespace espalier::frontend
