#include "espalier/frontend/region_arrays.h"

#include <clang/AST/Attr.h>
#include <fmt/format.h>
#include <isl/set.h>

#include <algorithm>

namespace espalier::frontend {

namespace {

/// How a variable of the region is declared there, without the semicolon.
/// \throws Unmodelled if it cannot be declared at the region's start
std::string declaration_of(const clang::VarDecl *variable, const std::string &name,
                           const Model &model, AccessPaths &paths, clang::SourceLocation where)
{
    clang::QualType type = variable->getType();
    for (clang::QualType part = type; part->isArrayType();
         part = model.ast().getAsArrayType(part)->getElementType())
        if (!paths.extent(part))
            throw Unmodelled{DiagnosticKind::unmodelled_variable, where,
                             fmt::format("the size of `{}` is not fixed when the region starts",
                                         variable->getNameAsString())};
    if (type->isVariablyModifiedType() && !model.is_declared_at_start(variable))
        throw Unmodelled{
            DiagnosticKind::unmodelled_variable, where,
            fmt::format("`{}` has a size that need not be valid everywhere in the region",
                        variable->getNameAsString())};
    if (!variable->hasLocalStorage())
        throw Unmodelled{
            DiagnosticKind::unmodelled_variable, where,
            fmt::format("`{}`, declared here, is static", variable->getNameAsString())};
    type = model.ast().getUnqualifiedArrayType(type).getUnqualifiedType();
    if (model.is_cxx())
        type = type.getCanonicalType();
    std::string text = name;
    type.getAsStringInternal(text, model.ast().getPrintingPolicy());
    if (text.find("typeof") != std::string::npos) {
        text = name;
        type.getCanonicalType().getAsStringInternal(text, model.ast().getPrintingPolicy());
    }
    return text;
}

/// Has the output declare a member of a structure as a variable, or those of an array of structures
/// as an array: the region has the structure to itself, and touches nothing else of it.
/// \param name  one that nothing else has
/// \throws Unmodelled if others may see the structure, if it need not be all that there is to its
///                    value, or if sizes are not known
void declare_member(program::Array &array, const std::string &name, const AccessPath &path,
                    const Model &model, clang::SourceLocation where)
{
    constexpr long most = 1L << 20;
    auto refuse = [&](const std::string &why) {
        throw Unmodelled{DiagnosticKind::unmodelled_variable, where,
                         fmt::format("`{}`, declared here, is a structure {}",
                                     path.root->getNameAsString(), why)};
    };
    if (model.is_cxx() || path.through_pointer)
        refuse("that may have a container or a pointer in it");
    if (!path.root->hasLocalStorage() || model.may_be_aliased(path.root))
        refuse("that is static or has its address taken");
    array.declaration = fmt::format("{} {}", array.element_type, name);
    for (const std::optional<isl::pw_aff> &extent : array.extents) {
        const std::optional<long> size = program::constant_extent(extent, most);
        if (!size)
            refuse("of a size that is not constant");
        array.declaration += fmt::format("[{}]", *size);
    }
    array.spelling.assign(array.extents.size() + 1, "");
    array.spelling.front() = name;
}

/// Whether accesses of a type may be to objects of any type.
bool aliases_all(clang::QualType type)
{
    const auto *alias = type->getAs<clang::TypedefType>();
    return type->isCharType() || (alias && alias->getDecl()->hasAttr<clang::MayAliasAttr>());
}

/// Whether memory may be that of any object which is not the region's own.
bool may_be_anywhere(const Memory &memory, const Model &model)
{
    return memory.through_pointer
               ? !memory.through_restrict && !memory.is_owned
               : model.may_be_aliased(memory.root) && !model.usage().declared.contains(memory.root);
}

/// Whether an element of one may lie in the other, for all that the source says.
bool may_overlap(const Memory &one, const Memory &two, const Model &model)
{
    if (one.root == two.root && one.owner == two.owner)
        return one.is_in_rows;
    if (!one.through_pointer && !two.through_pointer)
        return false;
    if (one.through_restrict || two.through_restrict || one.is_hidden || two.is_hidden)
        return false;
    auto is_own = [](const Memory &memory) { return memory.is_owned || !memory.through_pointer; };
    if ((one.is_owned && is_own(two)) || (two.is_owned && is_own(one)))
        return false;
    for (const Memory *origin : {&one, &two})
        if (!origin->through_pointer &&
            (model.usage().declared.count(origin->root) || !model.may_be_pointed_to(origin->root)))
            return false;
    auto effective = [&](clang::QualType type) {
        if (const auto *complex = type->getAs<clang::ComplexType>())
            type = complex->getElementType();
        if (const auto *enumeration = type->getAs<clang::EnumType>())
            type = enumeration->getDecl()->getIntegerType();
        type = model.ast().getCanonicalType(type).getUnqualifiedType();
        return type->isSignedIntegerType() ? model.ast().getCorrespondingUnsignedType(type) : type;
    };
    return aliases_all(one.element) || aliases_all(two.element) ||
           effective(one.element) == effective(two.element);
}

} // namespace

std::size_t RegionArrays::of(const AccessPath &path, const clang::Expr *where)
{
    auto key = std::make_pair(path.root, shape(path));
    auto found = known_.find(key);
    if (found != known_.end())
        return found->second;

    program::Array array;
    std::string name = fmt::format("{}", fmt::join(path.spelling, ""));
    for (std::size_t at; (at = name.find(data_call)) != std::string::npos;)
        name.erase(at, data_call.size());
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == '.' || c == '-' || c == '>'; }, '_');
    array.name = unique_name(name);
    array.element_type = model_.spell(path.type);
    for (const AccessPath::Dimension &dimension : path.dimensions)
        array.extents.push_back(dimension.extent);
    array.spelling = path.spelling;
    array.pointer_dimensions = path.pointer_dimensions;
    bool is_declared_here = model_.usage().declared.count(path.root);
    array.is_local = !path.through_pointer && !model_.may_be_aliased(path.root) &&
                     model_.function().is_temporary(path.root, model_.region());
    array.is_dead_after = !path.through_pointer && !model_.may_be_aliased(path.root) &&
                          model_.function().is_dead_after(path.root, model_.region());
    array.has_own_memory = !path.through_pointer;
    array.is_pointer = path.root->getType()->isPointerType();
    const bool is_member = model_.ast().getBaseElementType(path.root->getType())->isRecordType();
    if (is_declared_here && is_member)
        declare_member(array, model_.new_variable(array.name, path.type)->getNameAsString(), path,
                       model_, where->getExprLoc());
    else if (is_declared_here)
        array.declaration =
            declaration_of(path.root, memory_of(path).owner, model_, paths_, where->getExprLoc());

    model_.program().arrays.push_back(std::move(array));
    memory_.push_back(memory_of(path));
    written_.push_back(false);
    known_.emplace(key, memory_.size() - 1);
    return memory_.size() - 1;
}

std::vector<std::size_t> RegionArrays::arrays_of(const clang::VarDecl *variable) const
{
    std::vector<std::size_t> result;
    for (std::size_t k = 0; k < memory_.size(); ++k)
        if (memory_[k].root == variable && !memory_[k].through_pointer)
            result.push_back(k);
    return result;
}

std::string RegionArrays::unique_name(const std::string &wish) const
{
    const std::vector<program::Array> &arrays = model_.program().arrays;
    std::string name = wish;
    for (int suffix = 2;
         std::any_of(arrays.begin(), arrays.end(),
                     [&](const program::Array &array) { return array.name == name; });
         ++suffix)
        name = fmt::format("{}_{}", wish, suffix);
    return name;
}

void RegionArrays::note_access(const program::Access &access, bool is_certain,
                               clang::SourceLocation where)
{
    const program::Array &array = model_.program().arrays[access.array];
    if (access.kind == program::AccessKind::kill)
        return;
    if (is_certain) {
        const isl::set when = access.relation.domain().params();
        auto [known, is_new] = certain_.try_emplace(access.array, when);
        if (!is_new)
            known->second = known->second.unite(when).coalesce();
    }
    if (array.pointer_dimensions == 0)
        return;
    const auto inner = unsigned(array.extents.size() - array.pointer_dimensions);
    isl::set rows = isl::manage(isl_set_project_out(access.relation.range().release(), isl_dim_set,
                                                    unsigned(array.pointer_dimensions), inner));
    const Memory &memory = memory_[access.array];
    auto [known, is_new] =
        rows_.try_emplace({memory.root, memory.owner}, Rows{isl::set::empty(rows.space()), {}});
    if (is_certain)
        known->second.certain = known->second.certain.unite(rows).coalesce();
    else
        known->second.others.push_back({std::move(rows), where});
}

/// The check at run time reads the pointers to all rows that the region touches, so the region has
/// to do that, too.
/// \throws Unmodelled if data decide whether it does
void RegionArrays::refuse_uncertain_rows() const
{
    const program::Program &program = model_.program();
    const isl::set executed = program.context.intersect(program::parameter_ranges(program))
                                  .intersect(program.assumptions);
    for (const auto &[owner, rows] : rows_)
        for (const auto &[others, where] : rows.others)
            if (!others.intersect_params(executed).is_subset(rows.certain))
                throw Unmodelled{DiagnosticKind::unmodelled_access, where,
                                 "data decide whether the pointer to this row is read",
                                 "copy the pointer into a local one before the loop, or use one "
                                 "array for all rows, `A[i * n + j]`"};
}

/// Array::pointer_read: a structure is there when another of its members is read, and nothing is
/// where the region finds a pointer to be null.
void RegionArrays::note_reads_of_pointers()
{
    program::Program &program = model_.program();
    for (std::size_t k = 0; k < memory_.size(); ++k) {
        if (memory_[k].through_pointer)
            program.arrays[k].pointer_read = model_.constants().where_not_null(memory_[k].root);
        const std::string &start = program.arrays[k].spelling.front();
        const std::size_t arrow = start.rfind("->");
        if (arrow == std::string::npos || model_.is_this(memory_[k].root))
            continue;
        const std::string structure = start.substr(0, arrow + 2);
        isl::set read = isl::set::empty(isl::space::unit(model_.ctx()));
        for (const auto &[array, when] : certain_)
            if (program.arrays[array].spelling.front().starts_with(structure))
                read = read.unite(when);
        for (const program::Parameter &constant : program.parameters)
            if (constant.reading && constant.reading->value.starts_with(structure))
                read = read.unite(constant.reading->condition);
        program.arrays[k].pointer_read = read.coalesce();
    }
}

/// Only types that may be those of anything are those of pointers, too.
void RegionArrays::note_changes_of_rows()
{
    for (std::size_t rows = 0; rows < memory_.size(); ++rows)
        for (std::size_t array = 0; array < memory_.size(); ++array)
            if (memory_[rows].is_in_rows && written_[array] &&
                may_be_anywhere(memory_[array], model_) && aliases_all(memory_[array].element))
                model_.program().may_change_rows.emplace_back(rows, array);
}

void RegionArrays::find_overlaps()
{
    program::Program &program = model_.program();
    refuse_uncertain_rows();
    note_changes_of_rows();
    note_reads_of_pointers();
    for (std::size_t one = 0; one < memory_.size(); ++one)
        for (std::size_t two = one; two < memory_.size(); ++two)
            if ((written_[one] || written_[two]) && may_overlap(memory_[one], memory_[two], model_))
                program.may_overlap.emplace_back(one, two);
    for (std::size_t parameter = 0; parameter < program.parameters.size(); ++parameter)
        for (std::size_t array = 0; array < memory_.size(); ++array)
            if (written_[array])
                note_change(parameter, array);
}

/// \throws Unmodelled if the array is where the symbolic constant is
void RegionArrays::note_change(std::size_t parameter, std::size_t array)
{
    const Memory &constant = model_.constants().memory_of(parameter), &written = memory_[array];
    const std::string name = model_.program().parameters[parameter].id.name();
    if (constant.root == written.root && constant.shape == written.shape)
        throw Unmodelled{DiagnosticKind::unmodelled_variable, written.root->getLocation(),
                         fmt::format("a write to `{}` may change `{}`", written.owner, name),
                         "copy the bound into a local variable before the loop"};
    if (may_overlap(constant, written, model_))
        model_.program().may_change.emplace_back(parameter, array);
}

} // namespace espalier::frontend
